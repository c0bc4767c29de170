import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { sumSavings } from '#lib/core/vocabulary/ledger/savings.ts';
import { savingsGroupings } from '#lib/core/vocabulary/ledger/sums.ts';
import { readSavings } from '#lib/operations/savings/read-savings.ts';
import type { Services } from '#lib/services.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { sampleEntry, sampleStep } from '#tests/contracts/samples.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const now = Date.parse('2026-11-22T15:30:00.000Z');
const hourMs = 3_600_000;
const admin = { id: 'member-1', name: 'Ada', role: 'admin' as const };

/** One entry every five hours, for nine days until tomorrow: another machine's clock was ahead. */
const entries: LedgerEntry[] = Array.from({ length: 45 }, (_, index) => {
  const timestamp = new Date(now + 24 * hourMs - index * 5 * hourMs).toISOString();
  const recall = { toolName: 'recall_output', recalledTool: 'read_file', recalledArtifactId: 'art_a' };
  if (index % 3 === 1) return sampleStep({ timestamp, conversationId: `conv_${index % 4}` });
  return sampleEntry({ timestamp, conversationId: `conv_${index % 4}`, ...(index % 6 === 2 ? recall : {}) });
}).reverse();

let stores: Stores;
beforeAll(async () => {
  stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 60, nowMs: () => now });
  for (const entry of entries) await stores.ledger.record(entry);
});
afterAll(async () => await stores.close());

const read = (period: { from?: string; to?: string }, groupBy: (typeof savingsGroupings)[number] = 'tool') =>
  readSavings({ stores, nowMs: () => now, config: { signIn: null } as Services['config'] }, admin, {
    ...period,
    groupBy,
  });

const inOrder = <Group extends { key: string }>(groups: Group[]): Group[] =>
  groups.toSorted((a, b) => (a.key < b.key ? -1 : 1));

test('the figures of any period equal those of its entries', async () => {
  // The period ends before now: today counts in full up to now.
  const instant = fc
    .integer({ min: now - 12 * 24 * hourMs, max: now - hourMs })
    .map((ms) => new Date(ms).toISOString());
  await fc.assert(
    fc.asyncProperty(instant, instant, fc.constantFrom(...savingsGroupings), async (one, other, groupBy) => {
      const [from = one, to = other] = [one, other].toSorted();
      const buffered = entries.filter(({ timestamp }) => timestamp >= from && timestamp < to);
      const report = await read({ from, to }, groupBy);
      const expected = sumSavings(buffered, groupBy);
      expect(report.totals).toEqual(expected.totals);
      expect(inOrder(report.groups)).toEqual(inOrder(expected.groups));
    }),
    { numRuns: 200 },
  );
});

test('an entry dated tomorrow by a fast clock counts tomorrow and is not lost', async () => {
  const today = entries.filter(({ timestamp }) => timestamp < '2026-11-23');
  expect((await read({})).totals).toEqual(sumSavings(today, 'tool').totals);
  expect((await read({ to: '2026-11-25' })).totals).toEqual(sumSavings(entries, 'tool').totals);
});

test('a century, and the first and the last possible year, contain their entries', async () => {
  const all = sumSavings(entries, 'tool').totals;
  for (const [from, to] of [
    ['1927-01-01', '2027-01-01'],
    ['0001-01-01', '9999-12-31'],
    ['2026-01-01T00:00:00-14:00', '9999-12-31T23:59:59-14:00'],
  ] as const) {
    expect((await read({ from, to })).totals).toEqual(all);
  }
  expect((await read({ from: '0001-01-01', to: '0001-01-02' })).totals.calls).toBe(0);
});

test('a period that ends before it starts is rejected, one without length is empty', async () => {
  await expect(read({ from: '2026-11-22', to: '2026-11-21' })).rejects.toThrow('from must not be after to');
  expect((await read({ from: '2026-11-20', to: '2026-11-20' })).totals).toMatchObject({ calls: 0, steps: 0 });
});

test('removed members and deleted conversations keep their figures and names', async () => {
  const { member, conversationTitle } = sampleEntry();
  expect(await stores.members.get(member.id)).toBeNull();
  expect(await stores.conversations.list()).toEqual([]);
  const { groups, totals } = await read({}, 'member');
  expect(groups).toEqual([{ key: member.id, label: member.name, ...totals }]);
  const conversations = (await read({}, 'conversation')).groups;
  expect(new Set(conversations.map(({ label }) => label))).toEqual(new Set([conversationTitle]));
});
