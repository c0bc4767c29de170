'use client';

import type { ReactNode } from 'react';
import { lazyExtra } from '#components/ui/lazy-component.tsx';
import { useReading } from '#components/ui/use-reading.ts';
import { linkedHeads, rowsOf } from './table-rows.ts';

const Plain = ({ children }: { children: ReactNode }) => (
  <div className="table-scroll">
    <table>{children}</table>
  </div>
);
const SortableTable = lazyExtra(
  async () => (await import('./sortable-table.tsx')).SortableTable,
  ({ children }) => <Plain>{children}</Plain>,
);

/** A table in a text: it can be sorted and copied, unless its reader wants no rich formatting. */
export function ProseTable({
  table,
  children,
}: {
  table: Parameters<typeof rowsOf>[0];
  children: ReactNode;
}) {
  const { isRaw } = useReading();
  if (isRaw) return <Plain>{children}</Plain>;
  return (
    <SortableTable rows={rowsOf(table)} linked={linkedHeads(table)}>
      {children}
    </SortableTable>
  );
}
