import type { LineWindow } from '../../../lib/core/line-window.ts';
import type { RequestResult } from '../../ui/request-json.ts';
import { chunkLines } from '../api/chunk-lines.ts';

/**
 * Lines fetched per request. Artifacts of up to `wholeLines` lines are fetched whole, so that their lexer
 * state is always known.
 */
const windowLines = 200;
const wholeLines = 2_000;
const keptWindows = 16;
const retryAfterMs = [2_000, 4_000, 8_000] as const;
/** Failures that a retry would not change. */
const lastingFailures = ['artifact_expired', 'not_found', 'invalid_id', 'not_text'];

export interface LineChunk {
  lines: readonly string[];
  cut: ReadonlyMap<number, number>;
}

type WindowState =
  | { status: 'loading'; controller: AbortController; buffered: ReadyWindow | null }
  | ReadyWindow
  | { status: 'failed'; code: string; buffered: ReadyWindow | null };

interface ReadyWindow {
  status: 'ready';
  chunks: LineChunk[];
  /** How often the artifact had grown at the request; `null`: lines follow it, so it cannot change. */
  growth: number | null;
}

export interface LineSource {
  /** `null`: not loaded yet. */
  chunk: (index: number) => LineChunk | null;
  /** The error code for a chunk that failed to load. */
  failure: (index: number) => string | null;
  /**
   * Marks these chunks as visible: they and their neighbours are fetched, requests far from them are aborted.
   */
  want: (firstChunk: number, lastChunk: number) => void;
  /** The same for chunks that need not be adjacent: others may be folded between them. */
  wantEach: (chunks: readonly number[]) => void;
  /**
   * The artifact now has `lineCount` lines, and its last line may have been extended. Buffered lines stay
   * visible until reloaded.
   */
  grow: (lineCount: number) => void;
  retry: () => void;
  subscribe: (listener: () => void) => () => void;
  /** Increases whenever something loaded or failed. */
  version: () => number;
  close: () => void;
}

const readyOf = (window: WindowState | undefined): ReadyWindow | null =>
  window === undefined || window.status === 'ready' ? (window ?? null) : window.buffered;

/**
 * Lines are 1-based; the result may contain fewer than requested, and the remaining ones are requested again.
 */
export type FetchLines = (
  from: number,
  to: number,
  signal: AbortSignal,
) => Promise<RequestResult<LineWindow>>;

/**
 * An artifact's lines, fetched in windows as they come into view; the least recently used are released.
 * @param head its first lines, if known: they are shown until their window has loaded
 */
export function createLineSource(
  firstLineCount: number,
  fetchLines: FetchLines,
  isGrowing = false,
  head: LineWindow | null = null,
): LineSource {
  const size = firstLineCount <= wholeLines && !isGrowing ? wholeLines : windowLines;
  const chunksPerWindow = size / chunkLines;
  let lineCount = firstLineCount;
  let growth = 0;
  let wanted = { first: 0, last: -1 };
  /** In order of use, the oldest first. */
  const windows = new Map<number, WindowState>();
  if (head) {
    const isAll = head.lines.length === firstLineCount && !isGrowing;
    windows.set(0, { status: 'ready', chunks: toChunks([head]), growth: isAll ? null : growth - 1 });
  }
  const listeners = new Set<() => void>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let version = 0;

  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const windowOf = (chunk: number) => Math.floor(chunk / chunksPerWindow);

  async function fetchWhole(
    from: number,
    to: number,
    signal: AbortSignal,
  ): Promise<RequestResult<LineWindow[]>> {
    const parts: LineWindow[] = [];
    for (let next = from; next <= to; ) {
      const result = await fetchLines(next, to, signal);
      if (!result.ok) return result;
      if (result.value.lines.length === 0) break;
      parts.push(result.value);
      next = result.value.from + result.value.lines.length;
    }
    return { ok: true, value: parts };
  }

  async function load(index: number, attempt: number): Promise<void> {
    const controller = new AbortController();
    const before = windows.get(index);
    const current = readyOf(before);
    const loading: WindowState = { status: 'loading', controller, buffered: current };
    windows.set(index, loading);
    const from = index * size + 1;
    const to = Math.min(lineCount, from + size - 1);
    const asked = to < lineCount ? null : growth;
    const result = await fetchWhole(from, to, controller.signal);
    if (windows.get(index) !== loading) return;
    if (result.ok) windows.set(index, { status: 'ready', chunks: toChunks(result.value), growth: asked });
    else fail(index, result.code, attempt, current);
    changed();
    if (isStale(windows.get(index)) && index >= wanted.first && index <= wanted.last) void load(index, 0);
  }

  const isStale = (current: WindowState | undefined): boolean =>
    current?.status === 'ready' && current.growth !== null && current.growth < growth;

  function fail(index: number, code: string, attempt: number, current: ReadyWindow | null): void {
    windows.set(index, { status: 'failed', code, buffered: current });
    const delayMs = retryAfterMs[attempt];
    if (delayMs === undefined || lastingFailures.includes(code)) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (windows.get(index)?.status === 'failed') void load(index, attempt + 1);
    }, delayMs);
    timers.add(timer);
  }

  const touch = (index: number) => {
    const current = windows.get(index);
    if (!current || isStale(current)) return void load(index, 0);
    windows.delete(index);
    windows.set(index, current);
  };
  const release = (isWanted: (index: number) => boolean) => {
    for (const [index, current] of windows) {
      const isFar = !isWanted(index);
      if (isFar && current.status === 'loading') {
        current.controller.abort();
        if (current.buffered) windows.set(index, current.buffered);
        else windows.delete(index);
      } else if (isFar && windows.size > keptWindows) windows.delete(index);
    }
  };

  return {
    chunk(index) {
      return readyOf(windows.get(windowOf(index)))?.chunks[index % chunksPerWindow] ?? null;
    },
    failure(index) {
      const current = windows.get(windowOf(index));
      return current?.status === 'failed' ? current.code : null;
    },
    want(firstChunk, lastChunk) {
      const first = windowOf(firstChunk);
      const last = windowOf(lastChunk);
      release((index) => index >= first - 1 && index <= last + 1);
      const lastWindow = Math.max(0, Math.ceil(lineCount / size) - 1);
      wanted = { first: Math.max(0, first - 1), last: Math.min(lastWindow, last + 1) };
      for (let index = wanted.first; index <= wanted.last; index += 1) touch(index);
    },
    wantEach(chunks) {
      const indexes = new Set(chunks.map(windowOf));
      release((index) => indexes.has(index));
      wanted = { first: Math.min(...indexes), last: Math.max(...indexes) };
      for (const index of indexes) touch(index);
    },
    grow(nextLineCount) {
      lineCount = nextLineCount;
      growth += 1;
    },
    retry() {
      for (const [index, current] of windows) if (current.status === 'failed') void load(index, 0);
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
      for (const current of windows.values()) if (current.status === 'loading') current.controller.abort();
      for (const timer of timers) clearTimeout(timer);
      windows.clear();
    },
  };
}

/** Splits loaded lines into chunks once, so that a chunk is the same object at every render. */
function toChunks(parts: LineWindow[]): LineChunk[] {
  const first = parts[0]?.from ?? 1;
  const lines = parts.flatMap((part) => part.lines);
  const cut = parts.flatMap((part) => part.cut);
  const chunks: LineChunk[] = [];
  for (let from = 0; from < lines.length; from += chunkLines) {
    const here = cut.filter(({ line }) => line - first >= from && line - first < from + chunkLines);
    chunks.push({
      lines: lines.slice(from, from + chunkLines),
      cut: new Map(here.map(({ line, byteLength }) => [line - first - from, byteLength])),
    });
  }
  return chunks;
}
