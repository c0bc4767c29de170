import { untilReleased } from './until-released.ts';

/** Code that is loaded once, as a store for `useSyncExternalStore`. */
export interface LazyCode<T> {
  /** `null`: not loaded yet. @throws the error of a failed load that a listener waited for */
  read: () => T | null;
  /** Also starts loading. */
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
    loading ??= load().then(async (value) => {
      await untilReleased();
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
      // A failed preload is retried when the code is needed.
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
      return () => {
        listeners.delete(listener);
        // What failed is loaded again when it is shown again.
        if (listeners.size === 0) failure = null;
      };
    },
    preload,
    loaded,
  };
}
