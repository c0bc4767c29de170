import type { LineRenderer } from '#components/artifacts/lines/line-renderer.ts';
import { DiffChunk } from './diff-chunk.tsx';
import { diffStates } from './diff-state.ts';

export const diffRenderer: LineRenderer = {
  Chunk: DiffChunk,
  hasFixedRows: true,
  language: () => 'diff',
  // A share of selected lines may begin in the middle of a diff.
  states: ({ firstLine }) => (firstLine === 1 ? diffStates : { ...diffStates, start: diffStates.unknown }),
};
