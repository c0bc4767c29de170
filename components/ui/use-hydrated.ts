import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on the server and in the first client render: content that depends on the reader's clock or time zone
 * waits for it.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
