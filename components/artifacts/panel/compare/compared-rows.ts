import { parseDiffState } from '#components/artifacts/viewers/diff/diff-state.ts';
import { type DiffRow, parseDiff } from '#components/artifacts/viewers/diff/parse-diff.ts';
import { limits } from '#lib/core/limits.ts';

interface ComparedRows {
  /** Without the file head: what is compared is named above the rows. */
  rows: DiffRow[];
  /** Sizes in bytes of whole lines that are shown cut, by position of their row in the diff. */
  cut: ReadonlyMap<number, number>;
}

/** The rows of a diff that was loaded whole. */
export function comparedRows(diff: string): ComparedRows {
  const cut = new Map<number, number>();
  const lines = (diff.endsWith('\n') ? diff.slice(0, -1) : diff).split('\n').map((line, index) => {
    if (line.length <= limits.lineCharacters) return line;
    cut.set(index, new TextEncoder().encode(line).length);
    return line.slice(0, limits.lineCharacters).toWellFormed();
  });
  return { rows: parseDiff(lines, parseDiffState(''), cut).filter(({ kind }) => kind !== 'head'), cut };
}
