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
  const listeners = new Set<() => void>();
  let current = noLines;
  let total = 0;
  let isBehind = false;
  let isFollowing = true;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const askIn = (delayMs: number) => {
    timer ??= setTimeout(() => {
      timer = null;
      void ask();
    }, delayMs);
  };
  const askSoon = () => {
    if (controller || !isBehind || !isFollowing || total === 0) return;
    askIn(Math.max(0, askedAtMs + intervalMs - Date.now()));
  };

  async function ask(): Promise<void> {
    if (controller || !isFollowing) return;
    const mine = new AbortController();
    controller = mine;
    isBehind = false;
    askedAtMs = Date.now();
    // The last loaded line may have been extended.
    const from = Math.max(1, current.from + current.lines.length - 1, total - askedLines + 1);
    const result = await fetchTail(from, total, mine.signal);
    if (mine.signal.aborted) return;
    controller = null;
    if (result.ok) take(result.value);
    else {
      isBehind = true;
      askIn(retryMs);
    }
    askSoon();
  }

  function take({ data, metadata }: ArtifactHead): void {
    if (data === null || data.lines.length === 0) return;
    current = { ...joined(current, data), metadata };
    if (current.from + current.lines.length - 1 < total) isBehind = true;
    for (const listener of listeners) listener();
  }

  return {
    read: () => current,
    grow(lineCount) {
      total = lineCount;
      isBehind = true;
      askSoon();
    },
    follow(next) {
      isFollowing = next;
      if (!next && controller) {
        // A pending response would replace the lines that are being read.
        controller.abort();
        controller = null;
        isBehind = true;
      }
      askSoon();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      controller?.abort();
      controller = null;
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
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
