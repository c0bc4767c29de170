import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';

/** Says that an artifact has expired, and how to get it again. */
export const expiredText = ({
  id,
  tool,
  title,
  isEvicted,
}: Pick<ArtifactMetadata, 'id' | 'tool' | 'title' | 'isEvicted'>): string =>
  `${id} ${isEvicted ? 'was evicted to free space' : 'has expired'}. To see it again, call ${tool} for ${title} once more`;
