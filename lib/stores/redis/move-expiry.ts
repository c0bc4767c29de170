import { z } from 'zod';
import { type ArtifactMetadata, artifactMetadataSchema } from '#lib/core/vocabulary/artifact.ts';
import { type ArtifactKeys, expiringKeysOf } from './artifact-keys.ts';
import { moveExpiryScript } from './artifact-scripts.ts';
import type { RedisConnection } from './connection.ts';

const replySchema = z.enum(['moved', 'changed', 'gone']);

/**
 * Replaces a live, complete record with one of another expiry (or owner), and sets the expiry of the keys with
 * it. The script compares the stored record with the one that was read, since Lua's JSON would not reproduce
 * it exactly; if somebody else changed it first, it is read again. Redis' own expiry decides whether it has
 * expired: then the bytes are gone.
 * @param change called again on a concurrent change; `null`: nothing is changed
 * @param isKept whether somebody keeps it from now on; `null`: that does not change
 */
export async function moveExpiry(
  connection: RedisConnection,
  keys: ArtifactKeys,
  change: (metadata: ArtifactMetadata) => ArtifactMetadata | null,
  isKept: boolean | null,
): Promise<ArtifactMetadata | null> {
  for (;;) {
    const json = await connection.run((redis) => redis.hget(keys[1], 'metadata'));
    if (json === null) return null;
    const metadata = artifactMetadataSchema.parse(JSON.parse(json));
    const next = metadata.state === 'complete' ? change(metadata) : null;
    if (next === null) return null;
    const reply = await connection.runScript(moveExpiryScript, keys, [
      expiringKeysOf(metadata),
      json,
      JSON.stringify(next),
      next.expiresAt === null ? '' : Date.parse(next.expiresAt),
      isKept === null ? '' : isKept ? '1' : '0',
    ]);
    const outcome = replySchema.parse(reply);
    if (outcome !== 'changed') return outcome === 'moved' ? next : null;
  }
}
