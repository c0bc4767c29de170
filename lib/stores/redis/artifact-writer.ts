import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { createArtifactIngest } from '../artifact-ingest.ts';
import type { ArtifactWriter, NewArtifact } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import type { StoredBytes } from './artifact-budget.ts';
import { type ArtifactKeys, expiringKeysOf } from './artifact-keys.ts';
import { completeArtifactScript, publishArtifactScript, writeChunkScript } from './artifact-scripts.ts';
import { createChunkBuffer } from './chunk-buffer.ts';
import type { RedisConnection } from './connection.ts';

/** How long after its last chunk an artifact expires if its writer has died. */
export const writingTtlMs = 30 * 60 * 1000;

interface WriterDoors {
  remove(): Promise<void>;
  /** Counts the bytes; other artifacts may be evicted for them. */
  countBytes(stored: StoredBytes): Promise<void>;
}

/** A growing artifact is counted once for this many chunks: a megabyte. */
const chunksPerCount = 4;

/**
 * Writes are sequential: each is awaited before the next. After a failed write a writer can only be aborted.
 */
export function createArtifactWriter(
  connection: RedisConnection,
  artifact: NewArtifact,
  keys: ArtifactKeys,
  { remove, countBytes }: WriterDoors,
): ArtifactWriter {
  const ingest = createArtifactIngest(artifact.type);
  const expiringKeys = expiringKeysOf(artifact);
  const chunks = createChunkBuffer();
  let written = 0;
  let publishedBytes = 0;
  let stderrLines = artifact.stderrLines;

  const writeChunk = async (chunk: Buffer) => {
    const values = [expiringKeys, writingTtlMs, written, chunk];
    const endsMs = Number(await connection.runScript(writeChunkScript, keys, values));
    written += 1;
    if (endsMs === 0 || written % chunksPerCount !== 0) return;
    await countBytes({ byteLength: written * limits.artifactChunkBytes, endsMs, isEvictable: false });
  };

  return {
    async write(bytes) {
      for (const chunk of chunks.push(ingest.admit(bytes))) await writeChunk(chunk);
    },
    async publish(known) {
      stderrLines = known.stderrLines;
      const { index, ...found } = ingest.peek();
      const remaining = found.byteLength > publishedBytes ? chunks.rest() : null;
      await connection.runScript(publishArtifactScript, keys, [
        expiringKeys,
        writingTtlMs,
        JSON.stringify(writingMetadata(artifact, { ...found, ...known })),
        Buffer.from(index ?? []),
        ...(remaining ? [written, remaining] : []),
      ]);
      publishedBytes = found.byteLength;
      return { byteLength: found.byteLength, lineCount: found.lineCount };
    },
    async complete(expiresAt, ending) {
      const remaining = chunks.rest();
      if (remaining) await writeChunk(remaining);
      const { index, ...found } = ingest.finish();
      const metadata: ArtifactMetadata = {
        ...artifact,
        stderrLines,
        ...ending,
        ...found,
        state: 'complete',
        expiresAt,
      };
      const endsMs = expiresAt === null ? null : Date.parse(expiresAt);
      const isThere = await connection.runScript(completeArtifactScript, keys, [
        expiringKeys,
        JSON.stringify(metadata),
        Buffer.from(index ?? []),
        endsMs ?? '',
      ]);
      if (isThere === 1) {
        await countBytes({ byteLength: metadata.byteLength, endsMs, isEvictable: endsMs !== null });
      }
      return metadata;
    },
    abort: remove,
  };
}
