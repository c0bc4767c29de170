import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { chunkLines } from './chunk-lines.ts';

/** The head of a complete artifact as a card read it, so that the panel has something to show at once. */
interface ReadHead {
  metadata: ArtifactMetadata;
  /** Its first lines, as many as are rendered in one chunk; `null`: fewer were read. */
  lines: LineWindow | null;
}

const kept = 200;
const read = new Map<string, ReadHead>();

/** @param window lines that were read with it, starting anywhere */
export function rememberHead(baseUrl: string, metadata: ArtifactMetadata, window: LineWindow | null): void {
  if (metadata.state !== 'complete') return;
  const lines = window === null ? null : firstChunkOf(window);
  read.delete(baseUrl);
  read.set(baseUrl, { metadata, lines });
  const [oldest] = read.keys();
  if (read.size > kept && oldest !== undefined) read.delete(oldest);
}

function firstChunkOf(window: LineWindow): LineWindow | null {
  const count = Math.min(chunkLines, window.total);
  return window.from === 1 && window.lines.length >= count ? firstLines(window, count) : null;
}

/** The first `count` lines of a window. */
export function firstLines(window: LineWindow, count: number): LineWindow {
  if (window.lines.length <= count) return window;
  const to = window.from + count - 1;
  return {
    ...window,
    lines: window.lines.slice(0, count),
    to,
    cut: window.cut.filter(({ line }) => line <= to),
  };
}

/** The head as it was last read, which may be a while ago; `null`: not read yet. */
export const rememberedHead = (baseUrl: string): ReadHead | null => read.get(baseUrl) ?? null;
