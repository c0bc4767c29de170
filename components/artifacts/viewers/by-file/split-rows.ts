import type { DiffRow, DiffTextRow } from '../diff/parse-diff.ts';

/** A row of a diff in two columns: old and new, or a row across both. */
type SplitRow =
  | { kind: 'pair'; left: DiffTextRow | null; right: DiffTextRow | null }
  | { kind: 'across'; row: Exclude<DiffRow, DiffTextRow> };

/** Pairs deleted lines with the added ones that replace them, in order; unchanged lines are on both sides. */
export function splitRows(rows: readonly DiffRow[]): SplitRow[] {
  const result: SplitRow[] = [];
  let deleted: DiffTextRow[] = [];
  let added: DiffTextRow[] = [];
  let notes: SplitRow[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(deleted.length, added.length); at += 1) {
      result.push({ kind: 'pair', left: deleted[at] ?? null, right: added[at] ?? null });
    }
    result.push(...notes);
    [deleted, added, notes] = [[], [], []];
  };
  for (const row of rows) {
    if (!('marks' in row)) {
      // The note that a file has no final newline occurs within a change.
      const isWithin = row.kind === 'note' && deleted.length > 0;
      if (!isWithin) flush();
      (isWithin ? notes : result).push({ kind: 'across', row });
    } else if (row.kind === 'add') added.push(row);
    else if (row.kind === 'del') {
      if (added.length > 0) flush();
      deleted.push(row);
    } else {
      flush();
      result.push({ kind: 'pair', left: row, right: row });
    }
  }
  flush();
  return result;
}
