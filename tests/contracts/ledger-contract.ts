import { expect, test } from 'vitest';
import { openedStores } from './opened-stores.ts';
import { sampleEntry } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const from = '2026-03-01T00:00:00.000Z';
const to = '2026-04-01T00:00:00.000Z';

export function describeLedger(open: StoreOpener): void {
  const opened = openedStores(open);
  const ledger = () => opened().stores.ledger;

  test('an entry is recorded once, of 20 at once too, and stays what it first was', async () => {
    const entry = sampleEntry({ timestamp: from });
    const stores = [ledger(), opened().elsewhere.ledger];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (stores[at % 2] ?? ledger()).record(entry)),
    );
    expect(results.filter((isNew) => isNew)).toHaveLength(1);
    expect(await ledger().record({ ...entry, sentTokens: 9_999, timestamp: to })).toBe(false);
    expect(await opened().elsewhere.ledger.list(from, to)).toEqual([entry]);
  });

  test('a period has its start and not its end, oldest first', async () => {
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

  test('unknown figures stay unknown', async () => {
    const entry = sampleEntry({ timestamp: from, fullTokens: null, success: false });
    await ledger().record(entry);
    expect(await ledger().list(from, to)).toEqual([entry]);
  });

  test('many entries of one moment are all there', async () => {
    const entries = Array.from({ length: 1_200 }, (_, at) => sampleEntry({ id: `e${at}`, timestamp: from }));
    await Promise.all(entries.map((entry) => ledger().record(entry)));
    const found = await ledger().list(from, to);
    expect(found.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).sort());
  });

  test('entries survive a new start', async () => {
    const entry = sampleEntry({ timestamp: from });
    await ledger().record(entry);
    const again = await opened().reopen();
    expect(await again.ledger.record(entry)).toBe(false);
    expect(await again.ledger.list(from, to)).toEqual([entry]);
  });
}
