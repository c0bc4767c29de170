import { type StoreFault, storeFaultText } from '../core/vocabulary/store-fault.ts';

/** Notifies readers, from memory, when the store stops accepting writes and when it recovers. */
export interface StoreWatch {
  report(fault: StoreFault): void;
}

const checkMs = 1_000;

/**
 * @param health why the store cannot be used; `null`: it can
 * @param announce called with `null` when the store has recovered
 */
export function watchStore(
  health: () => Promise<string | null>,
  announce: (fault: StoreFault | null) => void,
): StoreWatch {
  let known: StoreFault | null = null;

  const check = async (): Promise<void> => {
    const reason = await health();
    if (reason === storeFaultText.away || reason === storeFaultText.full) return checkLater();
    known = null;
    announce(null);
  };
  // A health check that throws counts as a store that does not answer.
  const checkLater = () => void setTimeout(() => check().catch(checkLater), checkMs).unref();

  return {
    report(fault) {
      if (fault === known) return;
      if (known === null) checkLater();
      known = fault;
      announce(fault);
    },
  };
}
