/** Bytes fetched per request. */
const blockBytes = 32 * 1024;
const keptBlocks = 24;

type Block =
  | { status: 'loading' }
  | { status: 'ready'; bytes: Uint8Array }
  | { status: 'failed'; code: string };

/** Bytes [start, end), or the error code: the server's, or `network`. */
type FetchBytes = (
  start: number,
  end: number,
  signal: AbortSignal,
) => Promise<{ ok: true; value: Uint8Array } | { ok: false; code: string }>;

/** An artifact's bytes, fetched in blocks as they come into view; the least recently used are released. */
export interface ByteSource {
  /**
   * The loaded bytes of [start, end), from `start` up to the first gap; `null`: the first one is not loaded.
   */
  bytes: (start: number, end: number) => Uint8Array | null;
  /** Error code of bytes that failed to load. */
  failure: () => string | null;
  want: (start: number, end: number) => void;
  retry: () => void;
  subscribe: (listener: () => void) => () => void;
  version: () => number;
  close: () => void;
}

export function createByteSource(byteLength: number, fetchBytes: FetchBytes): ByteSource {
  /** In order of use, the oldest first. */
  const blocks = new Map<number, Block>();
  const listeners = new Set<() => void>();
  let controller = new AbortController();
  let wanted = { first: 0, last: -1 };
  let version = 0;
  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };

  async function load(index: number): Promise<void> {
    blocks.set(index, { status: 'loading' });
    const { signal } = controller;
    const start = index * blockBytes;
    const result = await fetchBytes(start, Math.min(byteLength, start + blockBytes), signal);
    if (signal.aborted) return;
    blocks.set(
      index,
      result.ok ? { status: 'ready', bytes: result.value } : { status: 'failed', code: result.code },
    );
    changed();
  }

  const touch = (index: number) => {
    const current = blocks.get(index);
    if (!current) return void load(index);
    blocks.delete(index);
    blocks.set(index, current);
  };

  return {
    bytes(start, end) {
      const found = new Uint8Array(end - start);
      let at = start;
      while (at < end) {
        const block = blocks.get(Math.floor(at / blockBytes));
        if (block?.status !== 'ready') break;
        const from = at % blockBytes;
        const part = block.bytes.subarray(from, from + end - at);
        if (part.length === 0) break;
        found.set(part, at - start);
        at += part.length;
      }
      return at > start ? found.subarray(0, at - start) : null;
    },
    failure() {
      for (let index = wanted.first; index <= wanted.last; index += 1) {
        const block = blocks.get(index);
        if (block?.status === 'failed') return block.code;
      }
      return null;
    },
    want(start, end) {
      wanted = { first: Math.floor(start / blockBytes), last: Math.floor((end - 1) / blockBytes) };
      for (let index = wanted.first; index <= wanted.last; index += 1) touch(index);
      for (const index of blocks.keys()) {
        if (blocks.size <= keptBlocks) break;
        if (index < wanted.first || index > wanted.last) blocks.delete(index);
      }
    },
    retry() {
      for (const [index, block] of blocks) if (block.status === 'failed') void load(index);
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    version: () => version,
    close() {
      controller.abort();
      controller = new AbortController();
      blocks.clear();
    },
  };
}
