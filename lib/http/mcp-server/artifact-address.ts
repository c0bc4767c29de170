import type { ResourceLink } from '@modelcontextprotocol/server';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

const scheme = 'vitrine://artifacts/';

/** The name of an artifact as a resource of the protocol. */
export const artifactUri = (id: string): string => scheme + id;

/** For hosts: models are given the ID in words. */
export const artifactLink = ({
  id,
  title,
  mimeType,
  byteLength,
}: Pick<ArtifactMetadata, 'id' | 'title' | 'mimeType' | 'byteLength'>): ResourceLink & {
  type: 'resource_link';
} => ({
  type: 'resource_link',
  uri: artifactUri(id),
  name: id,
  title,
  mimeType,
  size: byteLength,
  annotations: { audience: ['user'] },
});
