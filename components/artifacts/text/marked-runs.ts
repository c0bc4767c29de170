import { offsetsOf, type TextQuery } from '#lib/core/algorithms/text/text-pattern.ts';
import type { Find } from './line-context.tsx';

/** A range of a text that is marked. */
export interface MarkedRange {
  from: number;
  to: number;
  /** It is the current hit. */
  isNow: boolean;
}

/** Adjacent pieces of a text that share a mark, or are between two marks. */
export interface MarkedRun<T> {
  /** Offset in the text. */
  at: number;
  mark: 'hit' | 'now' | null;
  pieces: readonly T[];
}

/** The ranges where `query` occurs in a text. */
export const rangesOf = (text: string, query: TextQuery): MarkedRange[] =>
  offsetsOf(text, query).map((from) => ({ from, to: from + query.query.length, isNow: false }));

/**
 * The ranges of search matches in a line's text.
 * @param before the part of the line before that text, which is rendered separately, such as the sign of a
 * diff
 */
export function foundRanges(text: string, find: Find, line: number, before: string): MarkedRange[] {
  const isHere = find.current?.line === line;
  return rangesOf(before + text, find)
    .filter(({ to }) => to > before.length)
    .map(({ from, to }) => ({
      from: Math.max(0, from - before.length),
      to: to - before.length,
      isNow: isHere && find.current?.start === from,
    }));
}

/** Cuts pieces of a text where a mark begins or ends, and groups them into runs. Ranges are in order. */
export function markedRuns<T extends { text: string }>(
  pieces: readonly T[],
  ranges: readonly MarkedRange[],
): MarkedRun<T>[] {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const runs: MarkedRun<T>[] = [];
  let at = 0;
  const add = (mark: MarkedRun<T>['mark'], to: number) => {
    if (to > at) runs.push({ at, mark, pieces: cutPieces(pieces, at, to) });
    at = to;
  };
  for (const { from, to, isNow } of ranges) {
    add(null, from);
    add(isNow ? 'now' : 'hit', to);
  }
  add(null, length);
  return runs;
}

/** The part of some pieces between two offsets of the text they form. */
export function cutPieces<T extends { text: string }>(pieces: readonly T[], from: number, to: number): T[] {
  let start = 0;
  return pieces.flatMap((piece) => {
    const [first, last] = [Math.max(from, start) - start, Math.min(to, start + piece.text.length) - start];
    start += piece.text.length;
    return first < last ? [{ ...piece, text: piece.text.slice(first, last) }] : [];
  });
}
