import type { LineRenderer } from '#components/artifacts/lines/line-renderer.ts';
import { stateAfterLines } from '#lib/core/algorithms/terminal/terminal-text.ts';
import { TerminalChunk } from './terminal-chunk.tsx';

export const terminalRenderer: LineRenderer = {
  Chunk: TerminalChunk,
  hasFixedRows: true,
  language: () => null,
  states: () => ({ after: stateAfterLines, start: '', unknown: '' }),
};
