import type { LedgerEntry } from '../core/ledger.ts';
import type { LedgerJournal } from '../stores/ledger-journal.ts';
import type { LedgerStore } from '../stores/stores.ts';

export interface LedgerWriter {
  /** Resolves once it is stored or, where the store does not answer, set aside to be stored as soon as it does. */
  record(entry: LedgerEntry): Promise<void>;
  /**
   * Stores what was set aside, so that what is read from the ledger then holds all that was recorded here.
   * @throws what the store throws
   */
  storeAll(): Promise<void>;
  /** Entries that wait to be stored. */
  setAside(): number;
  /** Tries once more to store what was set aside; what cannot be is left to the next start. */
  close(): Promise<void>;
}

const retryMs = 2_000;
/**
 * Writes to the ledger so that a store that is away for a while loses nothing, also where the process ends before it is back:
 * entries have keys, so that one whose answer was lost is not counted twice.
 */
export function createLedgerWriter(
  ledger: Pick<LedgerStore, 'record'>,
  onFailure: (error: unknown) => void,
  journal: LedgerJournal,
): LedgerWriter {
  /** Where the disk cannot be written, what is set aside lives as long as the process. */
  const trying = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  };
  // No run goes on while the store is away, so it is never more than a few of each.
  const setAside: LedgerEntry[] = trying(journal.takeOver) ?? [];
  let timer: NodeJS.Timeout | undefined;

  /** In the order they came, until one fails. */
  const storeAll = async (): Promise<void> => {
    for (let entry = setAside[0]; entry; entry = setAside[0]) {
      await ledger.record(entry);
      // Somebody else may have stored it meanwhile.
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
