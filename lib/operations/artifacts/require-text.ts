import { expired, VitrineError } from '#lib/core/errors.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

/**
 * Rejects artifacts that have no lines. An empty one that is being written may still become text: it just has
 * no lines yet.
 * @throws VitrineError `artifact_expired`, `not_text`
 */
export function requireText({
  state,
  lineCount,
  byteLength,
}: Pick<ArtifactMetadata, 'state' | 'lineCount' | 'byteLength'>): void {
  if (state === 'expired') throw expired();
  const isEmptyYet = state === 'writing' && byteLength === 0;
  if (lineCount === null && !isEmptyYet) {
    throw new VitrineError('not_text', 'This artifact is not text, so it has no lines');
  }
}
