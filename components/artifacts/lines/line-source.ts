import type { RequestResult } from '#components/ui/request-json.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
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

/** What is loaded, what is in view, and what is on its way. */
interface SourceState {
  readonly fetchLines: FetchLines;
  /** Lines of a window. */
  readonly size: number;
  readonly chunksPerWindow: number;
  lineCount: number;
  /** How often the artifact has grown. */
  growth: number;
  /** Windows in view, with their neighbours. */
  wanted: { first: number; last: number };
  /** In order of use, the oldest first. */
  readonly windows: Map<number, WindowState>;
  readonly listeners: Set<() => void>;
  readonly timers: Set<ReturnType<typeof setTimeout>>;
  version: number;
}

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
  const source: SourceState = {
    fetchLines,
    size,
    chunksPerWindow: size / chunkLines,
    lineCount: firstLineCount,
    growth: 0,
    wanted: { first: 0, last: -1 },
    windows: new Map(),
    listeners: new Set(),
    timers: new Set(),
    version: 0,
  };
  if (head) {
    const isAll = head.lines.length === firstLineCount && !isGrowing;
    source.windows.set(0, { status: 'ready', chunks: toChunks([head]), growth: isAll ? null : -1 });
  }
  return {
    chunk(index) {
      return (
        readyOf(source.windows.get(windowOf(source, index)))?.chunks[index % source.chunksPerWindow] ?? null
      );
    },
    failure(index) {
      const current = source.windows.get(windowOf(source, index));
      return current?.status === 'failed' ? current.code : null;
    },
    want(firstChunk, lastChunk) {
      const first = windowOf(source, firstChunk);
      const last = windowOf(source, lastChunk);
      release(source, (index) => index >= first - 1 && index <= last + 1);
      const lastWindow = Math.max(0, Math.ceil(source.lineCount / source.size) - 1);
      source.wanted = { first: Math.max(0, first - 1), last: Math.min(lastWindow, last + 1) };
      for (let index = source.wanted.first; index <= source.wanted.last; index += 1) touch(source, index);
    },
    wantEach(chunks) {
      const indexes = new Set(chunks.map((chunk) => windowOf(source, chunk)));
      release(source, (index) => indexes.has(index));
      source.wanted = { first: Math.min(...indexes), last: Math.max(...indexes) };
      for (const index of indexes) touch(source, index);
    },
    grow(nextLineCount) {
      source.lineCount = nextLineCount;
      source.growth += 1;
    },
    retry() {
      for (const [index, current] of source.windows)
        if (current.status === 'failed') void load(source, index, 0);
      changed(source);
    },
    subscribe(listener) {
      source.listeners.add(listener);
      return () => {
        source.listeners.delete(listener);
      };
    },
    version: () => source.version,
    close() {
      for (const current of source.windows.values())
        if (current.status === 'loading') current.controller.abort();
      for (const timer of source.timers) clearTimeout(timer);
      source.windows.clear();
    },
  };
}

function changed(source: SourceState): void {
  source.version += 1;
  for (const listener of source.listeners) listener();
}

const windowOf = (source: SourceState, chunk: number): number => Math.floor(chunk / source.chunksPerWindow);

async function fetchWhole(
  source: SourceState,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<RequestResult<LineWindow[]>> {
  const parts: LineWindow[] = [];
  for (let next = from; next <= to; ) {
    const result = await source.fetchLines(next, to, signal);
    if (!result.ok) return result;
    if (result.value.lines.length === 0) break;
    parts.push(result.value);
    next = result.value.from + result.value.lines.length;
  }
  return { ok: true, value: parts };
}

async function load(source: SourceState, index: number, attempt: number): Promise<void> {
  const controller = new AbortController();
  const before = source.windows.get(index);
  const current = readyOf(before);
  const loading: WindowState = { status: 'loading', controller, buffered: current };
  source.windows.set(index, loading);
  const from = index * source.size + 1;
  const to = Math.min(source.lineCount, from + source.size - 1);
  const asked = to < source.lineCount ? null : source.growth;
  const result = await fetchWhole(source, from, to, controller.signal);
  if (source.windows.get(index) !== loading) return;
  if (result.ok)
    source.windows.set(index, { status: 'ready', chunks: toChunks(result.value), growth: asked });
  else fail(source, index, result.code, attempt, current);
  changed(source);
  if (
    isStale(source, source.windows.get(index)) &&
    index >= source.wanted.first &&
    index <= source.wanted.last
  )
    void load(source, index, 0);
}

const isStale = (source: SourceState, current: WindowState | undefined): boolean =>
  current?.status === 'ready' && current.growth !== null && current.growth < source.growth;

function fail(
  source: SourceState,
  index: number,
  code: string,
  attempt: number,
  current: ReadyWindow | null,
): void {
  source.windows.set(index, { status: 'failed', code, buffered: current });
  const delayMs = retryAfterMs[attempt];
  if (delayMs === undefined || lastingFailures.includes(code)) return;
  const timer = setTimeout(() => {
    source.timers.delete(timer);
    if (source.windows.get(index)?.status === 'failed') void load(source, index, attempt + 1);
  }, delayMs);
  source.timers.add(timer);
}

function touch(source: SourceState, index: number): void {
  const current = source.windows.get(index);
  if (!current || isStale(source, current)) return void load(source, index, 0);
  source.windows.delete(index);
  source.windows.set(index, current);
}

/** Gives up what is far from view: its request, or the oldest of many windows. */
function release(source: SourceState, isWanted: (index: number) => boolean): void {
  for (const [index, current] of source.windows) {
    const isFar = !isWanted(index);
    if (isFar && current.status === 'loading') {
      current.controller.abort();
      if (current.buffered) source.windows.set(index, current.buffered);
      else source.windows.delete(index);
    } else if (isFar && source.windows.size > keptWindows) source.windows.delete(index);
  }
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
