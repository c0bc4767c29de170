import type { ArtifactMetadata } from '../../../lib/core/artifact.ts';

/** Whether an artifact's time is up. `now` is milliseconds, `null` where the page does not know it yet. */
export const isOver = (metadata: Pick<ArtifactMetadata, 'expiresAt'>, now: number | null): boolean =>
  now !== null && metadata.expiresAt !== null && Date.parse(metadata.expiresAt) <= now;
