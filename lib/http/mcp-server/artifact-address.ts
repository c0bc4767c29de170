import type { ResourceLink } from '@modelcontextprotocol/server';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Origin } from '#lib/operations/origin.ts';

const scheme = 'vitrine://artifacts/';

/** Where people open an artifact. */
export const artifactPageUrl = ({ siteUrl }: Pick<Origin, 'siteUrl'>, id: string): string =>
  `${siteUrl}/a/${id}`;

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
