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
  const state = initialState(byteLength, fetchBytes);
  return {
    bytes(start, end) {
      const found = new Uint8Array(end - start);
      let at = start;
      while (at < end) {
        const block = state.blocks.get(Math.floor(at / blockBytes));
        if (block?.status !== 'ready') break;
        const from = at % blockBytes;
        const part = block.bytes.subarray(from, from + end - at);
        if (part.length === 0) break;
        found.set(part, at - start);
        at += part.length;
      }
      return at > start ? found.subarray(0, at - start) : null;
    },
    failure: () => failure(state),
    want(start, end) {
      state.wanted = { first: Math.floor(start / blockBytes), last: Math.floor((end - 1) / blockBytes) };
      for (let index = state.wanted.first; index <= state.wanted.last; index += 1) touch(state, index);
      for (const index of state.blocks.keys()) {
        if (state.blocks.size <= keptBlocks) break;
        if (index < state.wanted.first || index > state.wanted.last) state.blocks.delete(index);
      }
    },
    retry() {
      for (const [index, block] of state.blocks) if (block.status === 'failed') void load(state, index);
      changed(state);
    },
    subscribe(listener) {
      state.listeners.add(listener);
      return () => {
        state.listeners.delete(listener);
      };
    },
    version: () => state.version,
    close: () => close(state),
  };
}

const initialState = (byteLength: number, fetchBytes: FetchBytes) => ({
  byteLength,
  fetchBytes,
  /** In order of use, the oldest first. */
  blocks: new Map<number, Block>(),
  listeners: new Set<() => void>(),
  controller: new AbortController(),
  wanted: { first: 0, last: -1 },
  version: 0,
});
type ByteSourceState = ReturnType<typeof initialState>;

function changed(state: ByteSourceState) {
  state.version += 1;
  for (const listener of state.listeners) listener();
}

async function load(state: ByteSourceState, index: number): Promise<void> {
  state.blocks.set(index, { status: 'loading' });
  const { signal } = state.controller;
  const start = index * blockBytes;
  const result = await state.fetchBytes(start, Math.min(state.byteLength, start + blockBytes), signal);
  if (signal.aborted) return;
  state.blocks.set(
    index,
    result.ok ? { status: 'ready', bytes: result.value } : { status: 'failed', code: result.code },
  );
  changed(state);
}

function touch(state: ByteSourceState, index: number) {
  const current = state.blocks.get(index);
  if (!current) return void load(state, index);
  state.blocks.delete(index);
  state.blocks.set(index, current);
}

function failure(state: ByteSourceState) {
  for (let index = state.wanted.first; index <= state.wanted.last; index += 1) {
    const block = state.blocks.get(index);
    if (block?.status === 'failed') return block.code;
  }
  return null;
}

function close(state: ByteSourceState) {
  state.controller.abort();
  state.controller = new AbortController();
  state.blocks.clear();
}
