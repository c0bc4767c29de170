import { useSyncExternalStore } from 'react';
import type { LazyCode } from './lazy-code.ts';

/** The code, or `null` until it has loaded; always `null` on the server. Starts loading it. */
export const useLazyCode = <T>({ subscribe, read }: LazyCode<T>): T | null =>
  useSyncExternalStore(subscribe, read, readNothing);

const readNothing = () => null;
