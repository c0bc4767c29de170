import { useState } from 'react';
import type { PaletteGroup, PaletteRow } from './palette-rows.ts';

/** The row that Enter opens: the first one, until another is chosen that is still there. */
export function useChosenRow(groups: readonly PaletteGroup[]) {
  const [key, setKey] = useState<string | null>(null);
  const rows = groups.flatMap((group) => group.rows);
  const index = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  );
  return {
    /** `null`: there is no row. */
    chosen: rows[index] ?? null,
    choose: (row: PaletteRow) => setKey(row.key),
    /** From the last row to the first, and back. */
    move: (step: 1 | -1) => setKey(rows[(index + step + rows.length) % rows.length]?.key ?? null),
  };
}
