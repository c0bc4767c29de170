/** What was read of complete artifacts, the latest used first to stay, up to a number of bytes. */
export interface FieldCache {
  get(id: string, field: string): Buffer | undefined;
  set(id: string, field: string, value: Buffer): void;
}

/**
 * A complete artifact never changes and its ID is never given again, so its fields may be kept by this process for as long as
 * there is room. Whether it may still be read (expired, deleted) is asked of Redis each time: this only saves
 * sending the bytes again, to everybody who looks at the same card.
 */
export function createFieldCache(maxBytes: number): FieldCache {
  const held = new Map<string, Buffer>();
  let heldBytes = 0;
  const keyOf = (id: string, field: string) => `${id}:${field}`;

  const forget = (key: string, value: Buffer) => {
    held.delete(key);
    heldBytes -= value.length;
  };

  return {
    get(id, field) {
      const key = keyOf(id, field);
      const value = held.get(key);
      if (value === undefined) return undefined;
      // Used last: the map keeps the order.
      held.delete(key);
      held.set(key, value);
      return value;
    },
    set(id, field, value) {
      const key = keyOf(id, field);
      const before = held.get(key);
      if (before) forget(key, before);
      held.set(key, value);
      heldBytes += value.length;
      for (const [oldest, oldestValue] of held) {
        if (heldBytes <= maxBytes) return;
        forget(oldest, oldestValue);
      }
    },
  };
}
