import type { ArtifactHead } from '#components/artifacts/api/artifact-api.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

/** Lines per request: at most 200 KB, so that a response always includes the newest lines. */
const askedLines = 100;
const maxLines = 200;
const intervalMs = 100;
const retryMs = 1_000;

/** The newest loaded lines of a growing artifact. */
export interface TailLines {
  /** Number of the first line, 1-based. */
  from: number;
  lines: readonly string[];
  /** Sizes in bytes of lines that are shown cut, by line number. */
  cut: ReadonlyMap<number, number>;
  /** As of the last response; `null`: none has arrived yet. */
  metadata: ArtifactMetadata | null;
}

export interface LiveTail {
  read: () => TailLines;
  /** Reports that the artifact has grown to this many lines. */
  grow: (lineCount: number) => void;
  /** While nobody follows, nothing is requested and the loaded lines are kept. */
  follow: (isFollowing: boolean) => void;
  subscribe: (listener: () => void) => () => void;
  close: () => void;
}

export type FetchTail = (
  from: number,
  to: number,
  signal: AbortSignal,
) => Promise<RequestResult<ArtifactHead>>;

const noLines: TailLines = { from: 1, lines: [], cut: new Map(), metadata: null };

/**
 * Follows the end of an artifact: one request at a time, at most ten a second, always for the newest lines.
 */
export function createLiveTail(fetchTail: FetchTail): LiveTail {
  const state = openLiveTail(fetchTail);
  return {
    read: () => state.current,
    grow(lineCount) {
      state.total = lineCount;
      state.isBehind = true;
      askSoon(state);
    },
    follow(next) {
      state.isFollowing = next;
      if (!next && state.controller) {
        // A pending response would replace the lines that are being read.
        state.controller.abort();
        state.controller = null;
        state.isBehind = true;
      }
      askSoon(state);
    },
    subscribe(listener) {
      state.listeners.add(listener);
      return () => {
        state.listeners.delete(listener);
      };
    },
    close: () => close(state),
  };
}

const openLiveTail = (fetchTail: FetchTail) => ({
  fetchTail,
  listeners: new Set<() => void>(),
  current: noLines,
  total: 0,
  isBehind: false,
  isFollowing: true,
  askedAtMs: Number.NEGATIVE_INFINITY,
  controller: null as AbortController | null,
  timer: null as ReturnType<typeof setTimeout> | null,
});
type LiveTailState = ReturnType<typeof openLiveTail>;

function askIn(state: LiveTailState, delayMs: number) {
  state.timer ??= setTimeout(() => {
    state.timer = null;
    void ask(state);
  }, delayMs);
}

function askSoon(state: LiveTailState) {
  if (state.controller || !state.isBehind || !state.isFollowing || state.total === 0) return;
  askIn(state, Math.max(0, state.askedAtMs + intervalMs - Date.now()));
}

async function ask(state: LiveTailState): Promise<void> {
  if (state.controller || !state.isFollowing) return;
  const mine = new AbortController();
  state.controller = mine;
  state.isBehind = false;
  state.askedAtMs = Date.now();
  // The last loaded line may have been extended.
  const from = Math.max(1, state.current.from + state.current.lines.length - 1, state.total - askedLines + 1);
  const result = await state.fetchTail(from, state.total, mine.signal);
  if (mine.signal.aborted) return;
  state.controller = null;
  if (result.ok) take(state, result.value);
  else {
    state.isBehind = true;
    askIn(state, retryMs);
  }
  askSoon(state);
}

function take(state: LiveTailState, { data, metadata }: ArtifactHead): void {
  if (data === null || data.lines.length === 0) return;
  state.current = { ...joined(state.current, data), metadata };
  if (state.current.from + state.current.lines.length - 1 < state.total) state.isBehind = true;
  for (const listener of state.listeners) listener();
}

function close(state: LiveTailState) {
  state.controller?.abort();
  state.controller = null;
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
}

/** Appends the new lines to the previous ones if they are contiguous, up to the maximum. */
function joined(
  current: TailLines,
  data: NonNullable<ArtifactHead['data']>,
): Pick<TailLines, 'from' | 'lines' | 'cut'> {
  const isNext = data.from >= current.from && data.from <= current.from + current.lines.length;
  const before = isNext ? current.lines.slice(0, data.from - current.from) : [];
  const all = [...before, ...data.lines];
  const lines = all.slice(-maxLines);
  const from = data.from + data.lines.length - lines.length;
  const cut = new Map([
    ...[...current.cut].filter(([line]) => line >= from && line < data.from),
    ...data.cut.map(({ line, byteLength }) => [line, byteLength] as const),
  ]);
  return { from, lines, cut };
}
