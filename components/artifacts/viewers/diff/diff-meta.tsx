'use client';

import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { parseDiffState } from './diff-state.ts';
import { statusWords } from './file-status-text.tsx';
import { type DiffRow, parseDiff } from './parse-diff.ts';

/** Added and deleted line counts if the whole diff is loaded; otherwise its length. */
export function DiffMeta({ data, lineCount }: { data: LineWindow | null; lineCount: number }) {
  'use memo';
  const result =
    data && data.lines.length === data.total
      ? countRows(parseDiff(data.lines, parseDiffState(''), uncut))
      : null;
  if (result === null) return formatCount(lineCount, 'line');
  return (
    <>
      {result.status !== 'changed' && `${statusWords[result.status]} · `}
      <span className="good">+{formatNumber(result.added)}</span>{' '}
      <span className="bad">{formatNumber(-result.deleted)}</span>
    </>
  );
}

const uncut = new Map<number, number>();

/** Counts changed lines, and says how the file changed if there is only one. */
function countRows(rows: readonly DiffRow[]) {
  const heads = rows.filter((row) => row.kind === 'head');
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  const [head] = heads;
  return {
    added: count('add'),
    deleted: count('del'),
    status: heads.length === 1 && head ? head.status : 'changed',
  };
}
