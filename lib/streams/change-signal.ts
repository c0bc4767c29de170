/** Announces that something changed, without saying what, to whoever listens in this process. */
export interface ChangeSignal {
  announce(): void;
  /** @param onAnnounced must not throw @returns a function that stops it */
  subscribe(onAnnounced: () => void): () => void;
}

export function createChangeSignal(): ChangeSignal {
  const listeners = new Set<() => void>();
  return {
    announce() {
      for (const listener of listeners) listener();
    },
    subscribe(onAnnounced) {
      listeners.add(onAnnounced);
      return () => void listeners.delete(onAnnounced);
    },
  };
}
