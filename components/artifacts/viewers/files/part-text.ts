import { chunkLines } from '../../api/chunk-lines.ts';
import type { LineSource } from '../../lines/line-source.ts';
import type { createChunkStates } from '../../text/chunk-states.ts';
import { diffStates } from '../diff/diff-state.ts';
import type { SectionPart } from './section-items.ts';
import { sharedRun } from './shared-run.ts';

/** A stretch of a diff as it is shown: whole changes, wherever the lines were cut for the way here. */
export interface PartText {
  lines: readonly string[];
  cut: ReadonlyMap<number, number>;
  openState: string;
  /** The place of the first of them in the artifact, from 0. */
  index: number;
}

/** The lines of a part; `null`: not here yet. */
export const partLines = (source: LineSource, part: SectionPart | undefined): readonly string[] | null =>
  part === undefined ? null : (source.chunk(part.chunk)?.lines.slice(part.from, part.to) ?? null);

/**
 * What is shown of a part: without the lines that belong to a change of the part before it, with those of the next one that
 * belong to its own.
 */
export function partText(
  source: LineSource,
  parts: readonly SectionPart[],
  index: number,
  stateBefore: ReturnType<typeof createChunkStates>,
): PartText | null {
  const part = parts[index];
  const own = partLines(source, part);
  if (!part || !own) return null;
  const state = stateBefore(index);
  const before = partLines(source, parts[index - 1]);
  const next = partLines(source, parts[index + 1]);
  const skipped = before ? sharedRun(before, stateBefore(index - 1), own) : 0;
  const used = next ? sharedRun(own, state, next) : 0;
  const lines = [...own.slice(skipped), ...(next ?? []).slice(0, used)];
  const first = part.chunk * chunkLines + part.from + skipped;
  return {
    lines,
    cut: cutOf(source, first, lines.length),
    openState: skipped === 0 ? state : diffStates.after(own.slice(0, skipped), state),
    index: first,
  };
}

function cutOf(source: LineSource, first: number, count: number): Map<number, number> {
  const cut = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const at = first + index;
    const byteLength = source.chunk(Math.floor(at / chunkLines))?.cut.get(at % chunkLines);
    if (byteLength !== undefined) cut.set(index, byteLength);
  }
  return cut;
}
