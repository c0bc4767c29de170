import type { ArtifactMetadata } from '../../core/artifact.ts';
import { createArtifactIntake } from '../artifact-intake.ts';
import type { ArtifactWriter, NewArtifact } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import { completeArtifactScript, publishArtifactScript, writeChunkScript } from './artifact-scripts.ts';
import { createChunkBuffer } from './chunk-buffer.ts';
import type { RedisConnection } from './connection.ts';

/** How long after its last chunk an artifact goes whose writer has died. */
export const writingTtlMs = 30 * 60 * 1000;

export interface ArtifactPlace {
  /** Bytes and record, as the scripts take them. */
  keys: [string, string];
  /** How many of the two keys expire. */
  expiringKeys: number;
}

/** Writes go one after another: each is awaited before the next. A writer whose write failed can only be aborted. */
export function createArtifactWriter(
  connection: RedisConnection,
  artifact: NewArtifact,
  { keys, expiringKeys }: ArtifactPlace,
  remove: () => Promise<void>,
): ArtifactWriter {
  const intake = createArtifactIntake(artifact.type);
  const chunks = createChunkBuffer();
  let written = 0;
  let publishedBytes = 0;
  let stderrLines = artifact.stderrLines;

  const writeChunk = async (chunk: Buffer) => {
    await connection.runScript(writeChunkScript, keys, [expiringKeys, writingTtlMs, written, chunk]);
    written += 1;
  };

  return {
    async write(bytes) {
      for (const chunk of chunks.push(intake.admit(bytes))) await writeChunk(chunk);
    },
    async publish(known) {
      stderrLines = known.stderrLines;
      const { index, ...found } = intake.peek();
      const rest = found.byteLength > publishedBytes ? chunks.rest() : null;
      await connection.runScript(publishArtifactScript, keys, [
        expiringKeys,
        writingTtlMs,
        JSON.stringify(writingMetadata(artifact, { ...found, stderrLines })),
        Buffer.from(index ?? []),
        ...(rest ? [written, rest] : []),
      ]);
      publishedBytes = found.byteLength;
      return { byteLength: found.byteLength, lineCount: found.lineCount };
    },
    async complete(expiresAt, ending) {
      const rest = chunks.rest();
      if (rest) await writeChunk(rest);
      const { index, ...found } = intake.finish();
      const metadata: ArtifactMetadata = {
        ...artifact,
        stderrLines,
        ...ending,
        ...found,
        state: 'complete',
        expiresAt,
      };
      await connection.runScript(completeArtifactScript, keys, [
        expiringKeys,
        JSON.stringify(metadata),
        Buffer.from(index ?? []),
        expiresAt === null ? '' : Date.parse(expiresAt),
      ]);
      return metadata;
    },
    abort: remove,
  };
}
