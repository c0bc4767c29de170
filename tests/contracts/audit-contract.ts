import { expect, test } from 'vitest';
import type { AuditFilter, NewAuditEntry } from '#lib/core/vocabulary/team/audit.ts';
import { openedStores } from './opened-stores.ts';
import { isoAfter } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const everything: AuditFilter = { actions: [], by: null, from: null, to: null };
const entry = (change: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  timestamp: isoAfter(0),
  action: 'member.signed_in',
  by: { id: 'mem_a', name: 'Ada' },
  subject: null,
  detail: '',
  network: null,
  ...change,
});

export function describeAudit(open: StoreOpener): void {
  const opened = openedStores(open);
  const audit = () => opened().stores.audit;
  const details = async (filter: Partial<AuditFilter>, before: string | null = null, limit = 100) =>
    (await audit().list({ ...everything, ...filter }, before, limit)).map(({ detail }) => detail);

  test('entries before a moment are deleted, whatever the time of the store says', async () => {
    for (const [index, timestamp] of [isoAfter(-9_000), isoAfter(-8_000), isoAfter(0)].entries())
      await audit().append(entry({ timestamp, detail: String(index) }));
    expect(await opened().elsewhere.audit.deleteBefore(isoAfter(-9_500))).toBe(0);
    expect(await opened().elsewhere.audit.deleteBefore(isoAfter(-5_000))).toBe(2);
    expect(await details({})).toEqual(['2']);
    expect(await audit().deleteBefore(isoAfter(5_000))).toBe(1);
    expect(await details({})).toEqual([]);
  });

  test('audit entries are listed as written, latest first, page by page', async () => {
    for (const detail of ['1', '2', '3', '4']) await opened().elsewhere.audit.append(entry({ detail }));
    const [latest, third] = await audit().list(everything, null, 2);
    expect(latest).toEqual({ ...entry({ detail: '4', timestamp: latest?.timestamp ?? '' }), id: latest?.id });
    expect(await details({}, third?.id ?? '', 10)).toEqual(['2', '1']);
    expect(await details({}, 'no place', 1)).toEqual(['4']);
  });

  test('audit entries can be filtered by action, person and time', async () => {
    const noon = '2026-03-01T12:00:00.000Z';
    await audit().append(entry({ detail: 'early', timestamp: '2026-03-01T11:00:00.000Z' }));
    await audit().append(entry({ detail: 'noon', timestamp: noon, action: 'share.created' }));
    await audit().append(entry({ detail: 'nobody', timestamp: '2026-03-01T13:00:00.000Z', by: null }));
    expect(await details({ actions: ['share.created', 'share.viewed'] })).toEqual(['noon']);
    expect(await details({ by: 'mem_a' })).toEqual(['noon', 'early']);
    expect(await details({ from: noon })).toEqual(['nobody', 'noon']);
    expect(await details({ to: noon })).toEqual(['early']);
    expect(await details({ by: 'mem_b' })).toEqual([]);
  });
}
