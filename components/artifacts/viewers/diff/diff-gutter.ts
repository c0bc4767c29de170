import type { DiffRow } from './parse-diff.ts';

const narrowPx = 36;
const widePx = 46;
const maxInNarrow = 999;

/** Width in px that both number columns need for these rows. */
export const diffGutterPx = (rows: readonly DiffRow[]): number =>
  rows.some((row) => 'marks' in row && Math.max(row.oldNumber ?? 0, row.newNumber ?? 0) > maxInNarrow)
    ? widePx
    : narrowPx;
