import type { z } from 'zod';
import { ledgerEntrySchema } from '#lib/core/vocabulary/ledger/ledger.ts';
import { type Delivery, deliverySchema } from '#lib/core/vocabulary/notifications/delivery.ts';
import { apiTokenSchema } from '#lib/core/vocabulary/team/api-token.ts';
import { inviteSchema, sessionSchema } from '#lib/core/vocabulary/team/member.ts';
import { isEvictable } from '../is-evictable.ts';
import { mentionFromJson } from '../stored-mention.ts';
import type { ArtifactContent, ArtifactRecord, BulkStore, StoredToken, TokenRecord } from '../stores.ts';
import type { ArtifactFiles } from './artifact-files.ts';
import { countRows } from './count-rows.ts';
import { type Database, type Row, storageError } from './database.ts';

const rowsAtOnce = 500;

export function createBulk(database: Database, files: ArtifactFiles, nowMs: () => number): BulkStore {
  /** Rows of a table in the order in which they were added, however many there are. */
  function* rowsOf(table: 'artifacts' | 'ledger', column: string): Generator<unknown> {
    for (let after = 0, isOver = false; !isOver; ) {
      const rows = database.all(
        `SELECT rowid AS at, ${column} AS value FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
        after,
        rowsAtOnce,
      );
      for (const { value } of rows) yield value;
      after = Number(rows.at(-1)?.at ?? after);
      isOver = rows.length < rowsAtOnce;
    }
  }
  const valuesBy = (sql: string, ...values: string[]): Record<string, string> =>
    Object.fromEntries(database.all(sql, ...values).map(({ name, value }) => [String(name), String(value)]));
  const tokensOf = <T extends TokenRecord>(
    table: 'sessions' | 'api_tokens',
    schema: z.ZodType<T>,
    memberId: string,
  ): StoredToken<T>[] =>
    database
      .all(`SELECT * FROM ${table} WHERE member_id = ? AND ends_ms > ?`, memberId, nowMs())
      .map((row) => ({
        record: schema.parse({ ...JSON.parse(String(row.record)), lastSeenAt: row.last_seen_at }),
        tokenHash: String(row.token_hash),
        endsAt: new Date(Number(row.ends_ms)).toISOString(),
      }));
  const deliveriesOf = (table: 'deliveries' | 'push_deliveries'): Delivery[] =>
    database
      .all(`SELECT record FROM ${table} ORDER BY due_ms`)
      .map(({ record }) => deliverySchema.parse(JSON.parse(String(record))));

  return {
    beginFilling: async () =>
      Object.values(countRows(database.get)).every((count) => count === 0) ? 'begun' : 'not_empty',
    stopFilling() {},
    async endFilling() {},
    counts: async () => countRows(database.get),
    async *artifactIds() {
      for (const id of rowsOf('artifacts', 'id')) yield String(id);
    },
    async putArtifact(record, content) {
      if (content !== null)
        await writeContent(files, record.metadata.id, content).catch((error: unknown) => {
          throw storageError(error);
        });
      insertArtifact(database, record, content !== null);
    },
    async *ledgerEntries() {
      for (const record of rowsOf('ledger', 'record'))
        yield ledgerEntrySchema.parse(JSON.parse(String(record)));
    },
    onceKeys: async (conversationId) =>
      database
        .all('SELECT key, event_id FROM once_keys WHERE conversation_id = ?', conversationId)
        .map(({ key, event_id }) => ({ key: String(key), eventId: String(event_id) })),
    news: async (conversationId) =>
      database
        .all(
          `SELECT event_id FROM news_events WHERE conversation_id = ?1
           UNION SELECT event_id FROM news WHERE conversation_id = ?1`,
          conversationId,
        )
        .map(({ event_id }) => String(event_id)),
    mentions: async (conversationId) =>
      database
        .all('SELECT member_id, event_id, record FROM mentions WHERE conversation_id = ?', conversationId)
        .map(({ member_id, event_id, record }) => ({
          ...{ memberId: String(member_id), eventId: String(event_id) },
          ...(record ? { mention: mentionFromJson(String(record)) } : {}),
        })),
    marks: async () => database.all('SELECT name FROM marks').map(({ name }) => String(name)),
    secrets: async () => valuesBy('SELECT name, value FROM secrets'),
    credentials: async (memberId) =>
      valuesBy('SELECT name, sealed AS value FROM credentials WHERE member_id = ?', memberId),
    sessions: async (memberId) => tokensOf('sessions', sessionSchema, memberId),
    apiTokens: async (memberId) => tokensOf('api_tokens', apiTokenSchema, memberId),
    invites: async () =>
      database
        .all('SELECT token_hash, record FROM invites WHERE expires_ms > ?', nowMs())
        .map(({ token_hash, record }) => ({
          invite: inviteSchema.parse(JSON.parse(String(record))),
          tokenHash: String(token_hash),
        })),
    async tokenHashOfShare(shareId) {
      const row = database.get('SELECT token_hash FROM shares WHERE id = ?', shareId);
      return row ? String(row.token_hash) : null;
    },
    deliveries: async () => deliveriesOf('deliveries'),
    pushDeliveries: async () => deliveriesOf('push_deliveries'),
  };
}

async function writeContent(
  files: ArtifactFiles,
  id: string,
  { bytes, index }: ArtifactContent,
): Promise<void> {
  const file = await files.openForWriting(id);
  try {
    for await (const piece of bytes) await file.appendFile(piece);
  } finally {
    await file.close();
  }
  if (index === null) return;
  await files.writeNextIndex(id, index);
  files.putIndexInForce(id);
}

function insertArtifact(database: Database, record: ArtifactRecord, hasBytes: boolean): void {
  const { metadata, assistantView, viewFacts, problems } = record;
  const row: Row = {
    id: metadata.id,
    conversation_id: metadata.conversationId,
    expires_ms: metadata.expiresAt === null ? null : Date.parse(metadata.expiresAt),
    has_bytes: Number(hasBytes),
    metadata: JSON.stringify(metadata),
    assistant_view: assistantView,
    view_facts: JSON.stringify(viewFacts),
    problems: JSON.stringify(problems),
    stored_bytes: metadata.byteLength,
    is_evictable: Number(isEvictable(record)),
  };
  const columns = Object.keys(row);
  database.run(
    `INSERT INTO artifacts (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
}
