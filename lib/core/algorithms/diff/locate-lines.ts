import type { LineRange } from '../lines/lines.ts';
import { type DiffState, diffPathAt, diffStart, readDiffLine } from './diff-state.ts';

/** Where lines of a diff are in the file it changes. */
export interface DiffLocation {
  /** `null`: the lines are before the first file. */
  path: string | null;
  /** Line numbers in the new file, or in the old one where all lines are deleted; `null`: no line of a file. */
  lines: LineRange | null;
  isDeleted: boolean;
}

/** Receives the lines of a diff one by one, from its first. */
export interface DiffLocator {
  line(text: string): void;
  /** One location for each range, in the same order. */
  finish(): DiffLocation[];
}

interface Open extends DiffLocation {
  range: LineRange;
}

/** @param ranges line numbers of the diff itself, from 1 */
export function createDiffLocator(ranges: readonly LineRange[]): DiffLocator {
  const located: Open[] = ranges.map((range) => ({ range, path: null, lines: null, isDeleted: false }));
  let state: DiffState = diffStart;
  let number = 0;
  return {
    line(text) {
      number += 1;
      const before = state;
      const { kind, state: after } = readDiffLine(text, undefined, before);
      state = after;
      for (const open of located) {
        if (number < open.range.from || number > open.range.to) continue;
        open.path ??= diffPathAt(after);
        if (kind !== 'add' && kind !== 'del' && kind !== 'context') continue;
        const isDeleted = kind === 'del';
        // A replacement is at the lines that replace; what comes from another file belongs to no range.
        if (diffPathAt(after) !== open.path || (isDeleted && open.lines !== null && !open.isDeleted))
          continue;
        const at = isDeleted ? before.oldNumber : before.newNumber;
        if (at === null) continue;
        const from = open.lines === null || open.isDeleted !== isDeleted ? at : open.lines.from;
        open.lines = { from, to: at };
        open.isDeleted = isDeleted;
      }
    },
    finish: () => located.map(({ path, lines, isDeleted }) => ({ path, lines, isDeleted })),
  };
}
