import type { LedgerEntry } from '../core/vocabulary/ledger/ledger.ts';
import type { LedgerJournal } from '../stores/ledger-journal.ts';
import type { LedgerStore } from '../stores/stores.ts';

export interface LedgerWriter {
  /**
   * Resolves once the entry is stored or, if the store does not respond, set aside to be stored as soon as it
   * does.
   */
  record(entry: LedgerEntry): Promise<void>;
  /**
   * Stores the entries that were set aside, so that a read of the ledger includes everything recorded here.
   * @throws what the store throws
   */
  storeAll(): Promise<void>;
  /** Number of entries that wait to be stored. */
  setAside(): number;
  /** Tries once more to store the entries that were set aside; the rest is left to the next start. */
  close(): Promise<void>;
}

const retryMs = 2_000;
/**
 * A ledger writer that loses nothing while the store is away, even if the process ends before it is back.
 * Entries have keys, so one whose confirmation was lost is not counted twice.
 */
export function createLedgerWriter(
  ledger: Pick<LedgerStore, 'record'>,
  onFailure: (error: unknown) => void,
  journal: LedgerJournal,
): LedgerWriter {
  /** If the disk cannot be written, entries that were set aside live only as long as the process. */
  const trying = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  };
  // No run continues while the store is away, so there are never more than a few of each.
  const setAside: LedgerEntry[] = trying(journal.takeOver) ?? [];
  let timer: NodeJS.Timeout | undefined;

  /** In the order they came, until one fails. */
  const storeAll = async (): Promise<void> => {
    for (let entry = setAside[0]; entry; entry = setAside[0]) {
      await ledger.record(entry);
      // A concurrent call may have stored it meanwhile.
      if (setAside[0] === entry) setAside.shift();
      if (setAside.length === 0) trying(journal.clear);
    }
  };

  const tryLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      storeAll().catch(tryLater);
    }, retryMs).unref();
  };

  if (setAside.length > 0) tryLater();
  return {
    storeAll,
    setAside: () => setAside.length,
    async record(entry) {
      try {
        await ledger.record(entry);
      } catch (error) {
        onFailure(error);
        setAside.push(entry);
        trying(() => journal.add(entry));
        tryLater();
      }
    },
    async close() {
      clearTimeout(timer);
      await storeAll().catch((error: unknown) =>
        onFailure(
          new Error(`${setAside.length} entries of the ledger wait for the next start`, { cause: error }),
        ),
      );
    },
  };
}
