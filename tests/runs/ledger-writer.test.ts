import { expect, test, vi } from 'vitest';
import type { LedgerEntry } from '../../lib/core/ledger.ts';
import { createLedgerWriter } from '../../lib/runs/ledger-writer.ts';
import { sampleEntry } from '../contracts/samples.ts';

/** A ledger that is away as long as it is said to be; what it stored before its answer was lost is there. */
function fakeLedger() {
  const stored = new Map<string, LedgerEntry>();
  const ledger = {
    state: 'there' as 'there' | 'away' | 'mute',
    stored: () => [...stored.keys()],
    async record(entry: LedgerEntry) {
      const isNew = !stored.has(entry.id);
      if (ledger.state !== 'away' && isNew) stored.set(entry.id, entry);
      if (ledger.state !== 'there') throw new Error(ledger.state);
      return isNew;
    },
  };
  return ledger;
}

test('what a store that is away could not take is there once it is back, once and in order', async () => {
  vi.useFakeTimers();
  const ledger = fakeLedger();
  const failures: unknown[] = [];
  const writer = createLedgerWriter(ledger, (error) => failures.push(error));
  ledger.state = 'away';
  await writer.record(sampleEntry({ id: 'a' }));
  ledger.state = 'mute';
  await writer.record(sampleEntry({ id: 'b' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failures).toHaveLength(2);
  ledger.state = 'there';
  await writer.record(sampleEntry({ id: 'c' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ledger.stored().sort()).toEqual(['a', 'b', 'c']);
  await writer.close();
  expect(failures).toHaveLength(2);
  vi.useRealTimers();
});

test('at the end it tries once more, and tells what is lost', async () => {
  const ledger = fakeLedger();
  const failures: unknown[] = [];
  const writer = createLedgerWriter(ledger, (error) => failures.push(error));
  ledger.state = 'away';
  await writer.record(sampleEntry({ id: 'a' }));
  await writer.close();
  expect(String(failures.at(-1))).toContain('1 entries of the ledger are lost');
  ledger.state = 'there';
  await writer.close();
  expect(ledger.stored()).toEqual(['a']);
});
