import { type ArtifactMetadata, artifactMetadataSchema } from '#lib/core/vocabulary/artifact.ts';

const maxMax = 1_000;

/**
 * Parses the stored metadata of artifacts. Metadata that is read repeatedly, for each piece of one artifact,
 * is parsed only once while its text stays the same.
 */
export function createMetadataParser(): (id: string, json: string) => ArtifactMetadata {
  const retained = new Map<string, { json: string; metadata: ArtifactMetadata }>();
  return (id, json) => {
    const known = retained.get(id);
    if (known?.json === json) return known.metadata;
    const metadata = Object.freeze(artifactMetadataSchema.parse(JSON.parse(json)));
    retained.delete(id);
    retained.set(id, { json, metadata });
    if (retained.size > maxMax) retained.delete(retained.keys().next().value ?? id);
    return metadata;
  };
}
