import type { ArtifactFiles } from './artifact-files.ts';

const firstCapacity = 4_096;

export interface MemoryFiles extends ArtifactFiles {
  list(): string[];
}

/** What would be files, in memory. Readers get copies, so that what is removed is freed. */
export function createMemoryFiles(): MemoryFiles {
  const contents = new Map<string, GrowingBytes>();
  const indexes = new Map<string, Uint8Array>();
  const nextIndexes = new Map<string, Uint8Array>();
  const remove = (id: string) => {
    for (const files of [contents, indexes, nextIndexes]) files.delete(id);
  };
  return {
    list: () => [...contents.keys(), ...indexes.keys(), ...nextIndexes.keys()],
    async openForWriting(id) {
      const content = createGrowingBytes();
      contents.set(id, content);
      return {
        appendFile: async (data) => content.append(Buffer.from(data as Uint8Array)),
        datasync: async () => {},
        close: async () => content.trim(),
      };
    },
    async writeNextIndex(id, index) {
      nextIndexes.set(id, Uint8Array.from(index));
    },
    putIndexInForce(id) {
      const next = nextIndexes.get(id);
      if (next) indexes.set(id, next);
      nextIndexes.delete(id);
    },
    removeIndex: (id) => void indexes.delete(id),
    readBytes: async (id, start, end) => contents.get(id)?.read(start, end) ?? null,
    readIndex: async (id) => indexes.get(id) ?? null,
    remove: async (id) => remove(id),
    // There is no start after which anything is left.
    atStart: {
      *readPieces(id, byteLength) {
        yield contents.get(id)?.read(0, byteLength) ?? Buffer.alloc(0);
      },
      readIndex: (id) => indexes.get(id) ?? null,
      remove,
    },
  };
}

interface GrowingBytes {
  append(bytes: Uint8Array): void;
  /** Bytes [start, end), fewer at their end. */
  read(start: number, end: number): Buffer;
  /** Frees what is not used; nothing more is appended. */
  trim(): void;
}

function createGrowingBytes(): GrowingBytes {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    append(bytes) {
      const needed = length + bytes.length;
      if (needed > buffer.length) {
        const larger = Buffer.alloc(Math.max(needed, buffer.length * 2, firstCapacity));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(bytes, length);
      length = needed;
    },
    read: (start, end) => Buffer.from(buffer.subarray(start, Math.max(start, Math.min(end, length)))),
    trim() {
      buffer = Buffer.from(buffer.subarray(0, length));
    },
  };
}
