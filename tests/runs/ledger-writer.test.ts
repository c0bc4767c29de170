import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { createLedgerWriter } from '#lib/runs/ledger-writer.ts';
import { type LedgerJournal, openLedgerJournal } from '#lib/stores/ledger-journal.ts';
import { sampleEntry } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A ledger that is away while the test says so; entries it stored before it failed to reply are there. */
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

const newJournal = (): LedgerJournal => openLedgerJournal(tempFolder(), process.pid);

test('entries that could not be stored are stored once the store is back, once and in order', async () => {
  vi.useFakeTimers();
  const ledger = fakeLedger();
  const failures: unknown[] = [];
  const writer = createLedgerWriter(ledger, (error) => failures.push(error), newJournal());
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

test('closing the writer tries once more, and leaves the remaining entries to the next start', async () => {
  const ledger = fakeLedger();
  const failures: unknown[] = [];
  const writer = createLedgerWriter(ledger, (error) => failures.push(error), newJournal());
  ledger.state = 'away';
  await writer.record(sampleEntry({ id: 'a' }));
  await writer.close();
  expect(String(failures.at(-1))).toContain('1 entries of the ledger wait for the next start');
  ledger.state = 'there';
  await writer.close();
  expect(ledger.stored()).toEqual(['a']);
});

test('entries that a process could not store are stored once by the next one, even if the journal’s last line is damaged', async () => {
  vi.useFakeTimers();
  const folder = tempFolder();
  const ledger = fakeLedger();
  ledger.state = 'away';
  const ended = createLedgerWriter(ledger, () => {}, openLedgerJournal(folder, 1));
  await ended.record(sampleEntry({ id: 'a' }));
  await ended.record(sampleEntry({ id: 'b' }));
  appendFileSync(join(folder, 'ledger-set-aside-1.jsonl'), '{"kind":"call","id":"half');

  const next = createLedgerWriter(ledger, () => {}, openLedgerJournal(folder, 2));
  const afterThat = createLedgerWriter(ledger, () => {}, openLedgerJournal(folder, 3));
  expect(readdirSync(folder)).toEqual(['ledger-set-aside-3.jsonl']);
  ledger.state = 'there';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ledger.stored().sort()).toEqual(['a', 'b']);
  expect(readdirSync(folder)).toEqual([]);
  await Promise.all([next.close(), afterThat.close()]);
  vi.useRealTimers();
});

test('a line cut off by a full disk does not damage the next one', () => {
  const folder = tempFolder();
  appendFileSync(join(folder, 'ledger-set-aside-1.jsonl'), '{"kind":"call","id":"half');
  const journal = openLedgerJournal(folder, 1);
  journal.add(sampleEntry({ id: 'a' }));
  journal.add(sampleEntry({ id: 'b' }));
  expect(
    openLedgerJournal(folder, 1)
      .takeOver()
      .map(({ id }) => id),
  ).toEqual(['a', 'b']);
});
