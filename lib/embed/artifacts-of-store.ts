import type { ArtifactStore } from '../stores/stores.ts';
import type { SplitStore } from './split-store.ts';

/** What is behind each open store: its users see no more than its interface. */
const opened = new WeakMap<SplitStore, ArtifactStore>();

export function rememberStore(store: SplitStore, artifacts: ArtifactStore): SplitStore {
  opened.set(store, artifacts);
  return store;
}

/** @throws TypeError when it was not opened by this package */
export function artifactsOfStore(store: SplitStore): ArtifactStore {
  const artifacts = opened.get(store);
  if (artifacts) return artifacts;
  throw new TypeError('store: open one with openMemoryStore, openSqliteStore or openRedisStore');
}
