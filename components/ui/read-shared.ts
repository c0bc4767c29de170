interface Pending {
  answer: Promise<unknown>;
  controller: AbortController;
}

const pendingByKey = new Map<string, Pending>();
const readersByKey = new Map<string, number>();

/**
 * Reads something that several components may want at once. An earlier read of the same key is aborted, and answers as this one does.
 * @param read rejects when its signal is aborted, which happens when the last reader leaves
 */
export function readShared<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  /** Ends this read. @returns the answer of the read that took its place, if there is one */
  const settle = (): Promise<T> | null => {
    const latest = pendingByKey.get(key);
    if (latest?.controller === controller) {
      pendingByKey.delete(key);
      return null;
    }
    // Reads of one key are of one type.
    return controller.signal.aborted && latest ? (latest.answer as Promise<T>) : null;
  };
  const answer = read(controller.signal).then(
    (value) => settle() ?? value,
    (error: unknown) => settle() ?? Promise.reject(error),
  );
  const earlier = pendingByKey.get(key);
  pendingByKey.set(key, { answer, controller });
  earlier?.controller.abort();
  return answer;
}

/** Adds a reader of a key. @returns removes it; what nobody reads any more is aborted */
export function addReader(key: string): () => void {
  readersByKey.set(key, (readersByKey.get(key) ?? 0) + 1);
  return () => {
    const remaining = (readersByKey.get(key) ?? 1) - 1;
    if (remaining > 0) {
      readersByKey.set(key, remaining);
      return;
    }
    readersByKey.delete(key);
    // Another component that takes over in the same commit adds itself first.
    setTimeout(() => {
      if (!readersByKey.has(key)) pendingByKey.get(key)?.controller.abort();
    });
  };
}
