import { isEvictable } from '../is-evictable.ts';
import type { ArtifactContent, ArtifactRecord } from '../stores.ts';
import type { ArtifactBudget } from './artifact-budget.ts';
import { artifactKeysOf, expiringKeysOf } from './artifact-keys.ts';
import { writingTtlMs } from './artifact-writer.ts';
import { createChunkBuffer } from './chunk-buffer.ts';
import type { RedisConnection } from './connection.ts';
import { countArtifact } from './count-artifact.ts';
import type { RedisKeys } from './keys.ts';
import { readTime } from './read-time.ts';

/** Stores an artifact as it is in another store. One that is being written ends as that of a writer that has died. */
export async function putArtifact(
  connection: RedisConnection,
  keys: RedisKeys,
  budget: ArtifactBudget,
  { record, content }: { record: ArtifactRecord; content: ArtifactContent | null },
): Promise<void> {
  const { metadata } = record;
  const { id, conversationId, byteLength, expiresAt, state } = metadata;
  const [bytesKey, recordKey] = artifactKeysOf(keys, id);
  if (conversationId !== '')
    await connection.run((redis) => redis.sadd(keys.artifactsOf(conversationId), id));
  await connection.run((redis) => redis.hset(recordKey, fieldsOf(record)));
  if (content === null) return;
  await writeContent(connection, bytesKey, content);
  const endsMs =
    state === 'writing'
      ? (await readTime(connection)) + writingTtlMs
      : expiresAt === null
        ? null
        : Date.parse(expiresAt);
  if (endsMs !== null)
    for (const key of [bytesKey, recordKey].slice(0, expiringKeysOf(metadata)))
      await connection.run((redis) => redis.pexpireat(key, endsMs));
  await countArtifact(connection, keys, budget, id, { byteLength, endsMs, isEvictable: isEvictable(record) });
}

function fieldsOf({ metadata, isKept, assistantView, viewFacts, problems }: ArtifactRecord) {
  return {
    metadata: JSON.stringify(metadata),
    viewFacts: JSON.stringify(viewFacts),
    problems: JSON.stringify(problems),
    ...(isKept ? { isKept: '1' } : {}),
    ...(assistantView === null ? {} : { assistantView }),
  };
}

async function writeContent(
  connection: RedisConnection,
  key: string,
  { bytes, index }: ArtifactContent,
): Promise<void> {
  const chunks = createChunkBuffer();
  let written = 0;
  const write = async (chunk: Buffer) => {
    await connection.run((redis) => redis.hset(key, String(written), chunk));
    written += 1;
  };
  for await (const piece of bytes) for (const chunk of chunks.push(piece)) await write(chunk);
  const rest = chunks.rest();
  if (rest) await write(rest);
  await connection.run((redis) => redis.hset(key, 'index', Buffer.from(index ?? [])));
}
