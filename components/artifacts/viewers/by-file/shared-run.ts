import { chunkLines } from '#components/artifacts/api/chunk-lines.ts';
import { readDiffLine } from '#lib/core/algorithms/diff/diff-state.ts';
import { parseDiffState } from '../diff/diff-state.ts';

/**
 * How many lines after a part of a diff complete a change that begins at its end, so that a deleted line and
 * its replacement stay together. 0 for a change longer than what is loaded: it is cut where the part ends.
 */
export function sharedRun(lines: readonly string[], state: string, next: readonly string[]): number {
  let at = parseDiffState(state);
  let begin = at.deleted > 0 || at.added > 0 ? -1 : 0;
  lines.forEach((line, index) => {
    const { kind, state: after } = readDiffLine(line, lines[index + 1] ?? next[0], at);
    if (kind === 'del' && at.added > 0) begin = index;
    at = after;
    if (at.deleted === 0 && at.added === 0) begin = index + 1;
  });
  if (begin === -1 || begin === lines.length) return 0;
  let count = 0;
  for (const [index, line] of next.entries()) {
    const { kind, state: after } = readDiffLine(line, next[index + 1], at);
    const goesOn = (kind === 'add' || kind === 'del') && !(kind === 'del' && at.added > 0);
    if (!goesOn) return count;
    at = after;
    count += 1;
  }
  // The change ends with its file, or its length is unknown.
  return next.length < chunkLines ? count : 0;
}
