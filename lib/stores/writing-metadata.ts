import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { NewArtifact } from './stores.ts';

/** The published metadata of an artifact that is being written. */
export type Published = Pick<ArtifactMetadata, 'byteLength' | 'droppedBytes' | 'lineCount' | 'stderrLines'> &
  Partial<Pick<ArtifactMetadata, 'form'>>;

/** The record of an artifact while it is written; the same in every store. */
export const writingMetadata = (artifact: NewArtifact, published?: Published): ArtifactMetadata => ({
  ...artifact,
  byteLength: 0,
  droppedBytes: 0,
  lineCount: null,
  ...published,
  sha256: null,
  state: 'writing',
  expiresAt: null,
});
