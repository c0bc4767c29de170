/** Connects a writer and a reader of different speed; it is bounded only if the writer respects `isFull`. */
export interface OutputQueue<Item> {
  push(item: Item, byteLength: number): void;
  isFull(): boolean;
  /** Items pushed before are still read. */
  end(): void;
  /** For a single reader. */
  output: AsyncIterable<Item>;
}

export function createOutputQueue<Item>(maxBytes: number, onRoom: () => void): OutputQueue<Item> {
  const items: { item: Item; byteLength: number }[] = [];
  let bytes = 0;
  let hasEnded = false;
  let isLeft = false;
  let wake: (() => void) | null = null;

  const signal = () => {
    wake?.();
    wake = null;
  };

  async function* read(): AsyncGenerator<Item> {
    try {
      for (;;) {
        const next = items.shift();
        if (next !== undefined) {
          const wasFull = bytes >= maxBytes;
          bytes -= next.byteLength;
          if (wasFull && bytes < maxBytes) onRoom();
          yield next.item;
        } else if (hasEnded) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      // The reader has left: further items are dropped and do not block the writer.
      isLeft = true;
      items.length = 0;
      bytes = 0;
      onRoom();
    }
  }

  return {
    push(item, byteLength) {
      if (isLeft || hasEnded) return;
      items.push({ item, byteLength });
      bytes += byteLength;
      signal();
    },
    isFull: () => bytes >= maxBytes,
    end() {
      hasEnded = true;
      signal();
    },
    output: { [Symbol.asyncIterator]: () => read() },
  };
}
