import { afterEach, beforeEach } from 'vitest';
import type { OpenedStores, StoreOpener } from './store-opener.ts';

/** Opens fresh stores for each test of a suite, and closes them. */
export function openedStores(open: StoreOpener): () => OpenedStores {
  let opened: OpenedStores | null = null;
  beforeEach(async () => {
    opened = await open();
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
