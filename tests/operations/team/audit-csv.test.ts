import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { AuditEntry, AuditFilter } from '#lib/core/vocabulary/team/audit.ts';
import { streamAuditCsv } from '#lib/operations/team/audit-csv.ts';
import { auditFilterOf, auditQuery } from '#lib/operations/team/audit-query.ts';
import { readAudit } from '#lib/operations/team/read-audit.ts';
import type { Services } from '#lib/services.ts';

const all: AuditFilter = { actions: [], by: null, from: null, to: null };

const entry = (number: number, remaining: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(number),
  timestamp: '2026-11-22T10:00:00.000Z',
  action: 'member.signed_in',
  by: { id: 'mem_a', name: 'Ada' },
  subject: null,
  detail: '',
  network: null,
  ...remaining,
});

/** Latest first, as a store returns them. */
const storeOf = (entries: AuditEntry[]) => ({
  async list(_: AuditFilter, before: string | null, limit: number) {
    const start = before === null ? 0 : entries.findIndex(({ id }) => id === before) + 1;
    return entries.slice(start, start + limit);
  },
});

const csvOf = (entries: AuditEntry[]) => new Response(streamAuditCsv(storeOf(entries), all)).text();

test('an empty log is exported as a header', async () => {
  expect(await csvOf([])).toBe('time,action,by,by_id,subject,subject_id,detail,network\r\n');
});

test('no cell becomes a formula, and quotes and newlines stay inside quoted cells', async () => {
  for (const [name, cell] of [
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['a,b', '"a,b"'],
    ['a\r\nb', '"a\r\nb"'],
  ] as const) {
    const text = await csvOf([entry(1, { by: { id: 'mem_a', name } })]);
    expect(text).toContain(`\r\n2026-11-22T10:00:00.000Z,member.signed_in,${cell},mem_a,,,,\r\n`);
  }
});

test('all matching entries are exported once each, over any number of pages', async () => {
  for (const count of [limits.auditPage - 1, limits.auditPage, 2 * limits.auditPage + 1]) {
    const entries = Array.from({ length: count }, (_, index) =>
      entry(count - index, { detail: `d${index}` }),
    );
    const rows = (await csvOf(entries)).trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',')[6])).toEqual(entries.map(({ detail }) => detail));
  }
});

test('a page says where the next one starts, and the last page that it is the last', async () => {
  const services = { stores: { audit: storeOf([entry(3), entry(2), entry(1)]) } } as unknown as Services;
  const admin = { id: 'mem_a', name: 'Ada', role: 'admin' as const };
  const first = await readAudit(services, admin, auditQuery.parse({ limit: '2' }));
  expect(first.entries.map(({ id }) => id)).toEqual(['3', '2']);
  const second = await readAudit(services, admin, auditQuery.parse({ limit: '2', before: first.older }));
  expect(second).toEqual({ entries: [entry(1)], older: null });
});

test('a last day is included, a last instant is excluded, and empty fields do not filter', () => {
  expect(auditFilterOf(auditQuery.parse({ from: '2026-11-01', to: '2026-11-30' }))).toMatchObject({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
  });
  expect(auditFilterOf(auditQuery.parse({ to: '2026-11-30T10:00:00Z' })).to).toBe('2026-11-30T10:00:00.000Z');
  const empty = { action: [''], by: '', from: '', to: '', before: '' };
  expect(auditFilterOf(auditQuery.parse(empty))).toEqual(all);
});

test('an invalid query is rejected', () => {
  for (const query of [
    { limit: '201' },
    { limit: '0' },
    { from: 'soon' },
    { action: ['no.such'] },
    { x: '1' },
  ]) {
    expect(auditQuery.safeParse(query).success).toBe(false);
  }
});
