import { useEffect, useRef, useState } from 'react';
import { inSlices } from '#components/artifacts/api/in-slices.ts';
import { arrangeRows, type TableFilter, type TableSort } from './arrange-rows.ts';
import type { DataTable } from './data-table.ts';

/** The filtered rows, in order. Until they are ready, the previous ones stay visible. */
export function useArrangedRows(table: DataTable, filter: TableFilter, sort: TableSort | null): Uint32Array {
  'use memo';
  const all = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
  const [arranged, setArranged] = useState<{ table: DataTable; rows: Uint32Array } | null>(null);
  const current = useRef<{ table: DataTable; filter: TableFilter; sort: TableSort | null } | null>(null);
  useEffect(() => {
    const known = current.current;
    // A table that was hidden for a while still has its result.
    if (known?.table === table && known.filter === filter && known.sort === sort) return;
    if (filter.text === '' && sort === null) return setArranged(null);
    const controller = new AbortController();
    void inSlices(arrangeRows(table, filter, sort), controller.signal).then((rows) => {
      if (!rows) return;
      current.current = { table, filter, sort };
      setArranged({ table, rows });
    });
    return () => controller.abort();
  }, [table, filter, sort]);
  return arranged?.table === table ? arranged.rows : all;
}
