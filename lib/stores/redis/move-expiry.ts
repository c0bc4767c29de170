import { z } from 'zod';
import { type ArtifactMetadata, artifactMetadataSchema } from '#lib/core/vocabulary/artifact.ts';
import { isSooner } from '../is-sooner.ts';
import type { ArtifactStore } from '../stores.ts';
import { moveExpiryScript } from './artifact-scripts.ts';
import type { ArtifactLocation } from './artifact-writer.ts';
import type { RedisConnection } from './connection.ts';

type Decide = Parameters<ArtifactStore['moveExpiry']>[1];

const replySchema = z.enum(['moved', 'changed', 'gone']);

/**
 * Replaces a record with one that has another expiry, and sets the expiry of the keys with it. The script
 * compares the stored record with the one that was read, since Lua's JSON would not reproduce it exactly; if
 * somebody else changed it first, it is read again. Redis' own expiry decides whether it has expired: then
 * the bytes are gone.
 */
export async function moveExpiry(
  connection: RedisConnection,
  { keys, expiringKeys }: ArtifactLocation,
  decide: Decide,
): Promise<{ metadata: ArtifactMetadata; isKept: boolean } | null> {
  for (;;) {
    const json = await connection.run((redis) => redis.hget(keys[1], 'metadata'));
    if (json === null) return null;
    const metadata = artifactMetadataSchema.parse(JSON.parse(json));
    if (metadata.state !== 'complete') return null;
    const expiresAt = decide(metadata.expiresAt);
    const next: ArtifactMetadata = { ...metadata, expiresAt };
    const isKept = !isSooner(expiresAt, metadata.expiresAt);
    const reply = await connection.runScript(moveExpiryScript, keys, [
      expiringKeys,
      json,
      JSON.stringify(next),
      expiresAt === null ? '' : Date.parse(expiresAt),
      isKept ? '1' : '0',
    ]);
    const outcome = replySchema.parse(reply);
    if (outcome !== 'changed') return outcome === 'moved' ? { metadata: next, isKept } : null;
  }
}
