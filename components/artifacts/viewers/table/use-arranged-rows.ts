import { useEffect, useMemo, useRef, useState } from 'react';
import { inSlices } from '#components/artifacts/api/in-slices.ts';
import { arrangeRows, type TableFilter, type TableSort } from './arrange-rows.ts';
import type { DataTable } from './data-table.ts';

/** The filtered rows, in order. Until they are ready, the previous ones stay visible. */
export function useArrangedRows(table: DataTable, filter: TableFilter, sort: TableSort | null): Uint32Array {
  const all = useMemo(() => Uint32Array.from({ length: table.rowCount }, (_, row) => row), [table]);
  const request = useMemo(() => ({ table, filter, sort }), [table, filter, sort]);
  const [arranged, setArranged] = useState<{ request: typeof request; rows: Uint32Array } | null>(null);
  const found = useRef<typeof request | null>(null);
  useEffect(() => {
    // A table that was hidden for a while still has its result.
    if (found.current === request) return;
    if (request.filter.text === '' && request.sort === null) return setArranged(null);
    const controller = new AbortController();
    void inSlices(arrangeRows(request.table, request.filter, request.sort), controller.signal).then(
      (rows) => {
        if (!rows) return;
        found.current = request;
        setArranged({ request, rows });
      },
    );
    return () => controller.abort();
  }, [request]);
  return arranged?.request.table === table ? arranged.rows : all;
}
