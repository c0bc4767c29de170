import type { ListChangeStore } from '../stores.ts';

/** One process uses the database, so nobody else has to hear of it. */
export function createListChanges(): ListChangeStore {
  const listeners = new Set<(memberId: string | null) => void>();
  return {
    async announce(memberId) {
      for (const listener of [...listeners]) listener(memberId);
    },
    onAnnounced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
