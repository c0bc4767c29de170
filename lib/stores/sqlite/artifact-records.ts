import { type ArtifactMetadata, isExpired } from '#lib/core/vocabulary/artifact.ts';
import { storedProblemsSchema } from '#lib/core/vocabulary/problem.ts';
import { viewFactsSchema } from '#lib/core/vocabulary/view-fact.ts';
import type { ArtifactStore } from '../stores.ts';
import { readMetadata } from './artifact-rows.ts';
import type { Database } from './database.ts';

export interface ArtifactRecords extends Pick<ArtifactStore, 'get' | 'setAssistantView' | 'setProblems'> {
  insert(metadata: ArtifactMetadata): void;
  /** `null`: it has no bytes any more. */
  findLive(id: string): ArtifactMetadata | null;
  forget(id: string): void;
}

/** The rows of artifacts, without their bytes. */
export function createArtifactRecords(database: Database, nowMs: () => number): ArtifactRecords {
  return {
    insert(metadata) {
      database.run(
        'INSERT INTO artifacts (id, conversation_id, expires_ms, has_bytes, metadata) VALUES (?, ?, NULL, 1, ?)',
        metadata.id,
        metadata.conversationId,
        JSON.stringify(metadata),
      );
    },

    findLive(id) {
      const row = database.get('SELECT metadata, has_bytes FROM artifacts WHERE id = ?', id);
      const metadata = row && readMetadata(row);
      return metadata && row.has_bytes === 1 && !isExpired(metadata, nowMs()) ? metadata : null;
    },

    forget(id) {
      database.run('DELETE FROM artifacts WHERE id = ?', id);
    },

    async get(id) {
      const row = database.get(
        'SELECT metadata, has_bytes, is_evictable, assistant_view, view_facts, problems FROM artifacts WHERE id = ?',
        id,
      );
      if (!row) return null;
      const metadata = readMetadata(row);
      const isGone = row.has_bytes === 0 || isExpired(metadata, nowMs());
      const assistantView = row.assistant_view;
      return {
        metadata: isGone ? { ...metadata, state: 'expired' } : metadata,
        isKept: !isGone && row.is_evictable === 0,
        assistantView: assistantView === null || assistantView === undefined ? null : String(assistantView),
        viewFacts: viewFactsSchema.parse(JSON.parse(String(row.view_facts ?? '[]'))),
        problems: storedProblemsSchema.parse(JSON.parse(String(row.problems ?? '[]'))),
      };
    },

    async setAssistantView(id, text, facts) {
      database.run(
        'UPDATE artifacts SET assistant_view = ?, view_facts = ? WHERE id = ?',
        text,
        JSON.stringify(facts),
        id,
      );
    },

    async setProblems(id, problems) {
      database.run('UPDATE artifacts SET problems = ? WHERE id = ?', JSON.stringify(problems), id);
    },
  };
}
