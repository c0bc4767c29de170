import { createHash } from 'node:crypto';
import { limits } from '../core/limits.ts';
import type { ArtifactType } from '../core/vocabulary/artifact-types.ts';
import { createLineIndexer, encodeLineIndex, type LineIndex, sniffOf } from './line-index.ts';

/** Measures the bytes an artifact's writer stores; the same in every store. */
export interface ArtifactIngest {
  /** Returns the part of a chunk to store; bytes past the limit are counted and dropped. */
  admit(chunk: Uint8Array): Uint8Array;
  /** What is known so far. */
  peek(): IngestState;
  finish(): IngestState & { sha256: string };
}

interface IngestState {
  byteLength: number;
  droppedBytes: number;
  lineCount: number | null;
  /** The encoded line index; `null`: the bytes are not text. */
  index: Uint8Array | null;
}

export function createArtifactIngest(type: ArtifactType): ArtifactIngest {
  const hash = createHash('sha256');
  const indexer = createLineIndexer(sniffOf(type));
  let byteLength = 0;
  let droppedBytes = 0;
  const accept = (index: LineIndex | null): IngestState => ({
    byteLength,
    droppedBytes,
    lineCount: index?.lineCount ?? null,
    index: index && encodeLineIndex(index),
  });
  return {
    admit(chunk) {
      const admitted = chunk.subarray(0, Math.max(0, limits.artifactBytes - byteLength));
      byteLength += admitted.length;
      droppedBytes += chunk.length - admitted.length;
      hash.update(admitted);
      indexer.push(admitted);
      return admitted;
    },
    peek: () => accept(indexer.peek()),
    finish: () => ({ ...accept(indexer.finish()), sha256: hash.digest('hex') }),
  };
}
