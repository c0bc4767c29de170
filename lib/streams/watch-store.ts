import { type StoreFault, storeFaultText } from '../core/store-fault.ts';

/** Tells readers, from memory, that the store takes nothing, and that it does again. */
export interface StoreWatch {
  report(fault: StoreFault): void;
}

const checkMs = 1_000;

/**
 * @param health why the store cannot be used; `null`: it can
 * @param announce `null`: it is back
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
  // A check that fails is as good as a store that does not answer.
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
