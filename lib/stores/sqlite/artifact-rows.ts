import { type ArtifactMetadata, artifactMetadataSchema } from '#lib/core/vocabulary/artifact.ts';
import type { Database, Row } from './database.ts';

/** Returns `false` if the artifact was deleted while being written. */
export const updateMetadata = (database: Database, metadata: ArtifactMetadata): boolean =>
  database.run(
    'UPDATE artifacts SET conversation_id = ?, expires_ms = ?, metadata = ? WHERE id = ?',
    metadata.conversationId,
    metadata.expiresAt === null ? null : Date.parse(metadata.expiresAt),
    JSON.stringify(metadata),
    metadata.id,
  ).changes === 1;

export const readMetadata = (row: Row): ArtifactMetadata =>
  artifactMetadataSchema.parse(JSON.parse(String(row.metadata)));
