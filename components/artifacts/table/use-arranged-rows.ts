import { useEffect, useMemo, useState } from 'react';
import { inSlices } from '../in-slices.ts';
import { arrangeRows, type TableFilter, type TableSort } from './arrange-rows.ts';
import type { DataTable } from './data-table.ts';

/** The rows that a filter leaves, in order. Until they are found, those from before stay in sight. */
export function useArrangedRows(table: DataTable, filter: TableFilter, sort: TableSort | null): Uint32Array {
  const all = useMemo(() => Uint32Array.from({ length: table.rowCount }, (_, row) => row), [table]);
  const [arranged, setArranged] = useState<{ table: DataTable; rows: Uint32Array } | null>(null);
  const { text, column } = filter;
  useEffect(() => {
    if (text === '' && sort === null) return setArranged(null);
    const controller = new AbortController();
    void inSlices(arrangeRows(table, { text, column }, sort), controller.signal).then((rows) => {
      if (rows) setArranged({ table, rows });
    });
    return () => controller.abort();
  }, [table, text, column, sort]);
  return arranged?.table === table ? arranged.rows : all;
}
