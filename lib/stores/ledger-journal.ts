import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LedgerEntry, ledgerEntrySchema } from '../core/vocabulary/ledger/ledger.ts';

/**
 * Ledger entries the store could not accept yet, on disk: if the process ends, the next one picks them up.
 */
export interface LedgerJournal {
  add(entry: LedgerEntry): void;
  /** Called when the ledger has all entries. */
  clear(): void;
  /** Returns the entries that earlier processes left, and takes ownership of them. */
  takeOver(): LedgerEntry[];
}

const name = /^ledger-set-aside-\d+\.jsonl$/;

/**
 * One file per process, since several may share the folder. The ledger is idempotent, so an entry that two of
 * them deliver counts once.
 */
export function openLedgerJournal(dataDir: string, pid: number): LedgerJournal {
  const file = join(/* turbopackIgnore: true */ dataDir, `ledger-set-aside-${pid}.jsonl`);
  // The leading newline keeps a line that a full disk cut off from merging with this one.
  const add = (entry: LedgerEntry) => appendFileSync(file, `\n${JSON.stringify(entry)}\n`, { mode: 0o600 });
  return {
    add,
    clear: () => rmSync(file, { force: true }),
    takeOver() {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const left = readdirSync(/* turbopackIgnore: true */ dataDir).filter((found) => name.test(found));
      const entries: LedgerEntry[] = [];
      for (const found of left) {
        const path = join(/* turbopackIgnore: true */ dataDir, found);
        const journaled = readEntries(readFileSync(/* turbopackIgnore: true */ path, 'utf8'));
        entries.push(...journaled);
        if (path === file) continue;
        for (const entry of journaled) add(entry);
        rmSync(path, { force: true });
      }
      return entries;
    },
  };
}

/** Skips lines that were only partly written. */
const readEntries = (text: string): LedgerEntry[] =>
  text.split('\n').flatMap((line) => {
    try {
      const parsed = ledgerEntrySchema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
