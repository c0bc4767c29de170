import { useRef } from 'react';
import { countHidden } from '../text/hidden-characters.ts';
import type { LineChunk, LineSource } from './line-source.ts';

/** Chunks that are counted at once: a text of up to this length is counted whole. */
const firstChunks = 40;

/** Each chunk is counted once, and its count is released with its lines. */
const counts = new WeakMap<LineChunk, number>();

function countIn(chunk: LineChunk): number {
  const known = counts.get(chunk);
  if (known !== undefined) return known;
  const count = countHidden(chunk.lines);
  counts.set(chunk, count);
  return count;
}

/**
 * Counts invisible characters in the chunks seen so far; of a long text, more is not known. Chunks stay
 * counted once seen, so that nothing jumps when people scroll past.
 */
export function useHiddenCount(
  source: LineSource,
  { first, last }: { first: number; last: number },
  isWanted: boolean,
): number {
  const seen = useRef({ source, byChunk: new Map<number, number>() });
  if (!isWanted) return 0;
  if (seen.current.source !== source) seen.current = { source, byChunk: new Map() };
  const { byChunk } = seen.current;
  const look = (from: number, to: number) => {
    for (let index = from; index <= to; index += 1) {
      const chunk = source.chunk(index);
      const count = chunk && countIn(chunk);
      if (count) byChunk.set(index, count);
      else if (chunk) byChunk.delete(index);
    }
  };
  look(0, firstChunks - 1);
  look(first, last);
  let sum = 0;
  for (const count of byChunk.values()) sum += count;
  return sum;
}
