import type { LineRenderer } from '#components/artifacts/lines/line-renderer.ts';
import { MatchesChunk } from './matches-chunk.tsx';

export const matchesRenderer: LineRenderer = {
  Chunk: MatchesChunk,
  hasFixedRows: false,
  language: () => null,
  states: () => null,
};
