import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { RedisKeys } from './keys.ts';

/** Keys of bytes and record, as the scripts expect them. */
export type ArtifactKeys = [string, string];

export const artifactKeysOf = (keys: RedisKeys, id: string): ArtifactKeys => [
  keys.artifactBytes(id),
  keys.artifactRecord(id),
];

/**
 * How many of the two keys expire: a conversation's artifact keeps its record; what belongs to none (the copy
 * behind a share, an upload that was not sent) expires as a whole.
 */
export const expiringKeysOf = ({ conversationId }: Pick<ArtifactMetadata, 'conversationId'>): number =>
  conversationId === '' ? 2 : 1;
