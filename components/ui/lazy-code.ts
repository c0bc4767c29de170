/** Something that is loaded once, for `useSyncExternalStore`. */
export interface LazyCode<T> {
  /** `null`: it is not there yet. @throws what its loading failed with, where somebody waited for it */
  read: () => T | null;
  /** Has it loaded as well. */
  subscribe: (listener: () => void) => () => void;
  preload: () => void;
  loaded: () => Promise<T>;
}

export function createLazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let code: T | null = null;
  let failure: { error: unknown } | null = null;
  let loading: Promise<T> | null = null;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const loaded = (): Promise<T> => {
    loading ??= load().then((value) => {
      code = value;
      notify();
      return value;
    });
    return loading;
  };
  const preload = () => {
    if (loading !== null) return;
    loaded().catch((error: unknown) => {
      loading = null;
      // What nobody waits for is tried again when it is needed.
      if (listeners.size > 0) failure = { error };
      notify();
    });
  };
  return {
    read() {
      if (failure) throw failure.error;
      return code;
    },
    subscribe(listener) {
      listeners.add(listener);
      preload();
      return () => listeners.delete(listener);
    },
    preload,
    loaded,
  };
}
