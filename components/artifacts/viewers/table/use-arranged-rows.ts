import { useEffect, useMemo, useRef, useState } from 'react';
import { inSlices } from '../../api/in-slices.ts';
import { arrangeRows, type TableFilter, type TableSort } from './arrange-rows.ts';
import type { DataTable } from './data-table.ts';

/** The rows that a filter leaves, in order. Until they are found, those from before stay in sight. */
export function useArrangedRows(table: DataTable, filter: TableFilter, sort: TableSort | null): Uint32Array {
  const all = useMemo(() => Uint32Array.from({ length: table.rowCount }, (_, row) => row), [table]);
  const wish = useMemo(() => ({ table, filter, sort }), [table, filter, sort]);
  const [arranged, setArranged] = useState<{ wish: typeof wish; rows: Uint32Array } | null>(null);
  const found = useRef<typeof wish | null>(null);
  useEffect(() => {
    // A table that was hidden for a while has them still.
    if (found.current === wish) return;
    if (wish.filter.text === '' && wish.sort === null) return setArranged(null);
    const controller = new AbortController();
    void inSlices(arrangeRows(wish.table, wish.filter, wish.sort), controller.signal).then((rows) => {
      if (!rows) return;
      found.current = wish;
      setArranged({ wish, rows });
    });
    return () => controller.abort();
  }, [wish]);
  return arranged?.wish.table === table ? arranged.rows : all;
}
