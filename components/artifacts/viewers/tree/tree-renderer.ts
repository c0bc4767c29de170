import type { LineRenderer } from '#components/artifacts/lines/line-renderer.ts';
import { TreeChunk } from './tree-chunk.tsx';

export const treeRenderer: LineRenderer = {
  Chunk: TreeChunk,
  hasFixedRows: true,
  language: () => null,
  states: () => null,
};
