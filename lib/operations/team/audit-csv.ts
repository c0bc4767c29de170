import { limits } from '#lib/core/limits.ts';
import type { AuditEntry, AuditFilter } from '#lib/core/vocabulary/team/audit.ts';
import type { AuditStore } from '#lib/stores/stores.ts';
import { printRow } from '../savings/csv-row.ts';

const columns: readonly [name: string, of: (entry: AuditEntry) => string][] = [
  ['time', ({ timestamp }) => timestamp],
  ['action', ({ action }) => action],
  ['by', ({ by }) => by?.name ?? ''],
  ['by_id', ({ by }) => by?.id ?? ''],
  ['subject', ({ subject }) => subject?.name ?? ''],
  ['subject_id', ({ subject }) => subject?.id ?? ''],
  ['detail', ({ detail }) => detail],
  ['network', ({ network }) => network ?? ''],
];

/** All matching entries, latest first, read page by page as fast as the client reads. */
export function streamAuditCsv(store: Pick<AuditStore, 'list'>, filter: AuditFilter): ReadableStream {
  const encoder = new TextEncoder();
  let before: string | null = null;
  let isBegun = false;
  return new ReadableStream({
    async pull(controller) {
      const entries = await store.list(filter, before, limits.auditPage);
      const rows = entries.map((entry) => printRow(columns.map(([, of]) => of(entry))));
      const head = isBegun ? [] : [printRow(columns.map(([name]) => name))];
      isBegun = true;
      before = entries.at(-1)?.id ?? null;
      const text = [...head, ...rows].join('');
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (entries.length < limits.auditPage) controller.close();
    },
  });
}
