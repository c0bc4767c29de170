import type { LineRenderer } from '#components/artifacts/lines/line-renderer.ts';
import { LogChunk } from './log-chunk.tsx';

export const logRenderer: LineRenderer = {
  Chunk: LogChunk,
  hasFixedRows: true,
  language: () => null,
  states: () => null,
};
