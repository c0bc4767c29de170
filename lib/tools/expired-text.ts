import type { ArtifactMetadata } from '../core/artifact.ts';

/** Says that an artifact's time is over, and what brings it back. */
export const expiredText = ({
  id,
  tool,
  title,
  isEvicted,
}: Pick<ArtifactMetadata, 'id' | 'tool' | 'title' | 'isEvicted'>): string =>
  `${id} ${isEvicted ? 'was evicted to free space' : 'has expired'}. To see it again, call ${tool} for ${title} once more`;
