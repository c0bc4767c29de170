import { describe, expect, test } from 'vitest';
import { inOrder, sumDays, sumGroupings } from '#lib/core/vocabulary/ledger/sums.ts';
import { openedStores } from './opened-stores.ts';
import { sampleEntry, sampleStep } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const from = '2026-03-01T00:00:00.000Z';
const to = '2026-04-01T00:00:00.000Z';

export function describeLedger(open: StoreOpener): void {
  const opened = openedStores(open);
  const ledger = () => opened().stores.ledger;

  test('an entry is recorded once, also with 20 concurrent attempts, and keeps its first content', async () => {
    const entry = sampleEntry({ timestamp: from });
    const stores = [ledger(), opened().elsewhere.ledger];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (stores[at % 2] ?? ledger()).record(entry)),
    );
    expect(results.filter((isNew) => isNew)).toHaveLength(1);
    expect(await ledger().record({ ...entry, sentTokens: 9_999, timestamp: to })).toBe(false);
    expect(await opened().elsewhere.ledger.list(from, to)).toEqual([entry]);
    expect(await opened().elsewhere.ledger.get(entry.id)).toEqual(entry);
    expect(await ledger().get('none')).toBeNull();
  });

  test('a period includes its start and excludes its end, oldest entry first', async () => {
    const at = (timestamp: string) => sampleEntry({ timestamp });
    const entries = {
      before: at('2026-02-28T23:59:59.999Z'),
      first: at(from),
      middle: at('2026-03-15T12:00:00.000Z'),
      last: at('2026-03-31T23:59:59.999Z'),
      after: at(to),
    };
    for (const entry of [entries.after, entries.last, entries.before, entries.middle, entries.first]) {
      expect(await ledger().record(entry)).toBe(true);
    }
    expect(await ledger().list(from, to)).toEqual([entries.first, entries.middle, entries.last]);
    expect(await ledger().list(to, from)).toEqual([]);
    expect(await ledger().list(from, from)).toEqual([]);
  });

  test('unknown figures remain unknown', async () => {
    const entry = sampleEntry({ timestamp: from, fullTokens: null, success: false });
    await ledger().record(entry);
    expect(await ledger().list(from, to)).toEqual([entry]);
  });

  test('many entries of the same instant are all kept', async () => {
    const entries = Array.from({ length: 1_200 }, (_, at) => sampleEntry({ id: `e${at}`, timestamp: from }));
    // Some at a time: a store has two seconds for each, on whatever machine.
    for (let at = 0; at < entries.length; at += 50)
      await Promise.all(entries.slice(at, at + 50).map((entry) => ledger().record(entry)));
    const found = await ledger().list(from, to);
    expect(found.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).sort());
  });

  test('entries survive a restart', async () => {
    const entry = sampleEntry({ timestamp: from });
    await ledger().record(entry);
    const again = await opened().reopen();
    expect(await again.ledger.record(entry)).toBe(false);
    expect(await again.ledger.list(from, to)).toEqual([entry]);
  });

  describe('the daily sums', () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-31'];
    const read = { toolName: 'read_file', artifactId: 'art_a' };
    const entries = days.flatMap((day, at) => [
      sampleEntry({ ...read, timestamp: `${day}T00:00:00.000Z`, conversationId: 'conv_a' }),
      sampleEntry({ timestamp: `${day}T12:00:00.000Z`, toolName: '__proto__', model: 'constructor' }),
      sampleEntry({
        toolName: 'recall_output',
        recalledTool: 'read_file',
        recalledArtifactId: 'art_a',
        timestamp: `${day}T23:59:59.999Z`,
      }),
      sampleStep({ timestamp: `${day}T01:00:00.000Z`, isRecall: at === 1 }),
      sampleStep({ timestamp: `${day}T02:00:00.000Z`, price: null, workspace: 'a, b' }),
    ]);

    test.each(sumGroupings)('by %s equal the sums of the entries, each counted once', async (groupBy) => {
      const stores = [ledger(), opened().elsewhere.ledger];
      const twice = [...entries, ...entries];
      await Promise.all(twice.map((entry, at) => (stores[at % 2] ?? ledger()).record(entry)));
      const sums = inOrder(await ledger().sums(groupBy, '2026-03-01', '2026-04-01'));
      expect(sums).toEqual(sumDays(entries, groupBy));
      expect(sums.length).toBeGreaterThan(0);
    });

    test('cover whole days, from the first up to but excluding the last, and can be limited to one group', async () => {
      for (const entry of entries) await ledger().record(entry);
      const daysOf = async (...asked: [string, string, string?]) =>
        (await ledger().sums('tool', ...asked)).map(({ day, key }) => `${day} ${key}`).toSorted();
      expect(await daysOf('2026-03-02', '2026-03-31', 'read_file')).toEqual(['2026-03-02 read_file']);
      expect(await daysOf('2026-03-03', '2026-03-31')).toEqual([]);
      expect(await daysOf('0001-01-01', '9999-12-31', 'read_file')).toHaveLength(days.length);
      expect(await daysOf('2026-03-01', '2026-04-01', 'none')).toEqual([]);
    });

    test('survive a restart, which adds nothing to them', async () => {
      for (const entry of entries) await ledger().record(entry);
      const again = await opened().reopen();
      for (const entry of entries) await again.ledger.record(entry);
      expect(inOrder(await again.ledger.sums('tool', '2026-01-01', '2027-01-01'))).toEqual(
        sumDays(entries, 'tool'),
      );
    });

    test('use the latest name of a group', async () => {
      const title = (conversationTitle: string, at: string) =>
        sampleEntry({ conversationId: 'conv_a', conversationTitle, timestamp: `2026-03-01T${at}:00.000Z` });
      await ledger().record(title('Old', '10:00'));
      await ledger().record(title('New', '11:00'));
      const [group] = await ledger().sums('conversation', '2026-03-01', '2026-03-02');
      expect(group).toMatchObject({ key: 'conv_a', label: 'New' });
    });
  });
}
