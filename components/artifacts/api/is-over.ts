import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

/** Whether an artifact has expired. `now` is in milliseconds; `null`: the page does not know the time yet. */
export const isOver = (metadata: Pick<ArtifactMetadata, 'expiresAt'>, now: number | null): boolean =>
  now !== null && metadata.expiresAt !== null && Date.parse(metadata.expiresAt) <= now;
