import { afterEach, beforeEach } from 'vitest';
import type { OpenedStores, StoreOpener, StoreOptions } from './store-opener.ts';

/** Opens fresh stores for each test of a suite, and closes them. */
export function openedStores(open: StoreOpener, options?: StoreOptions): () => OpenedStores {
  let opened: OpenedStores | null = null;
  beforeEach(async () => {
    opened = await open(options);
  });
  afterEach(async () => {
    await opened?.close();
    opened = null;
  });
  return () => {
    if (opened === null) throw new Error('stores are open within a test only');
    return opened;
  };
}
