import { z } from 'zod';
import { type ArtifactMetadata, isExpired } from '#lib/core/vocabulary/artifact.ts';
import { storedProblemsSchema } from '#lib/core/vocabulary/problem.ts';
import { viewFactsSchema } from '#lib/core/vocabulary/view-fact.ts';
import type { ArtifactRecord, ArtifactStore } from '../stores.ts';
import { artifactKeysOf } from './artifact-keys.ts';
import {
  readMetadataScript,
  readRecordScript,
  setAssistantViewScript,
  setProblemsScript,
} from './artifact-scripts.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { createMetadataParser } from './metadata-parser.ts';

export interface ArtifactRecords extends Pick<ArtifactStore, 'get' | 'setAssistantView' | 'setProblems'> {
  /**
   * Checked before each read of its bytes; the rest of the record, which may be much longer, stays in Redis.
   */
  findLive(id: string): Promise<ArtifactMetadata | null>;
}

const text = z.string().nullable();
const recordReplySchema = z.tuple([text, text, text, text, text, text, z.number(), z.number()]);
const metadataReplySchema = z.tuple([text, z.number(), z.number()]);

export function createArtifactRecords(connection: RedisConnection, keys: RedisKeys): ArtifactRecords {
  const parseMetadata = createMetadataParser();
  const keysOf = (id: string) => artifactKeysOf(keys, id);
  return {
    async get(id): Promise<ArtifactRecord | null> {
      const reply = await connection.runScript(readRecordScript, keysOf(id), []);
      const [json, assistantView, factsJson, problemsJson, evicted, kept, hasBytes, nowMs] =
        recordReplySchema.parse(reply);
      if (json === null) return null;
      const metadata = parseMetadata(id, json);
      const isOver = isExpired(metadata, nowMs);
      const isGone = hasBytes === 0 || isOver;
      // A full Redis evicts keys as well, without marking them.
      const isEvicted = evicted !== null || (hasBytes === 0 && metadata.state === 'complete' && !isOver);
      return {
        metadata: isGone ? { ...metadata, state: 'expired', ...(isEvicted ? { isEvicted } : {}) } : metadata,
        isKept: !isGone && (metadata.expiresAt === null || kept === '1'),
        assistantView,
        viewFacts: viewFactsSchema.parse(JSON.parse(factsJson ?? '[]')),
        problems: storedProblemsSchema.parse(JSON.parse(problemsJson ?? '[]')),
      };
    },

    async findLive(id) {
      const reply = await connection.runScript(readMetadataScript, keysOf(id), []);
      const [json, hasBytes, nowMs] = metadataReplySchema.parse(reply);
      if (json === null || hasBytes === 0) return null;
      const metadata = parseMetadata(id, json);
      return metadata.state === 'expired' || isExpired(metadata, nowMs) ? null : metadata;
    },

    async setAssistantView(id, view, facts) {
      await connection.runScript(setAssistantViewScript, keysOf(id), [view, JSON.stringify(facts)]);
    },

    async setProblems(id, problems) {
      await connection.runScript(setProblemsScript, keysOf(id), [JSON.stringify(problems)]);
    },
  };
}
