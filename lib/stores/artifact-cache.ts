/** LRU cache of parts of complete artifacts: chunks by number, and the line index. */
export interface ArtifactCache {
  get(id: string, part: string): Buffer | undefined;
  set(id: string, part: string, value: Buffer): void;
}

/**
 * A complete artifact never changes and its ID is never reused, so this process may cache its parts as long
 * as there is room. Whether the artifact may still be read (expired, deleted) is checked in the store each
 * time: the cache only saves reading the same bytes for everybody who views the same card.
 */
export function createArtifactCache(maxBytes: number): ArtifactCache {
  const cached = new Map<string, Buffer>();
  let cachedBytes = 0;
  const keyOf = (id: string, part: string) => `${id}:${part}`;

  const forget = (key: string, value: Buffer) => {
    cached.delete(key);
    cachedBytes -= value.length;
  };

  return {
    get(id, part) {
      const key = keyOf(id, part);
      const value = cached.get(key);
      if (value === undefined) return undefined;
      // The map's insertion order is the order of use.
      cached.delete(key);
      cached.set(key, value);
      return value;
    },
    set(id, part, value) {
      const key = keyOf(id, part);
      const before = cached.get(key);
      if (before) forget(key, before);
      cached.set(key, value);
      cachedBytes += value.length;
      for (const [oldest, oldestValue] of cached) {
        if (cachedBytes <= maxBytes) return;
        forget(oldest, oldestValue);
      }
    },
  };
}
