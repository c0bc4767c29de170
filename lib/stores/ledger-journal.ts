import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LedgerEntry, ledgerEntrySchema } from '../core/ledger.ts';

/** What the ledger could not take yet, on disk: a process that ends meanwhile leaves it to the next one. */
export interface LedgerJournal {
  add(entry: LedgerEntry): void;
  /** The ledger has all of it. */
  clear(): void;
  /** What was left by processes before this one; it is this one's from now on. */
  takeOver(): LedgerEntry[];
}

const name = /^ledger-set-aside-\d+\.jsonl$/;

/** A file a process: several may share the folder. The ledger takes what two of them bring only once. */
export function openLedgerJournal(dataDir: string, pid: number): LedgerJournal {
  const file = join(/* turbopackIgnore: true */ dataDir, `ledger-set-aside-${pid}.jsonl`);
  // What a full disk has cut off before is a line of its own, and not the beginning of this one.
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

/** A line may be half written. */
const readEntries = (text: string): LedgerEntry[] =>
  text.split('\n').flatMap((line) => {
    try {
      const parsed = ledgerEntrySchema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
