import type { z } from 'zod';
import { ledgerEntrySchema } from '#lib/core/vocabulary/ledger/ledger.ts';
import { type Delivery, deliverySchema } from '#lib/core/vocabulary/notifications/delivery.ts';
import { apiTokenSchema } from '#lib/core/vocabulary/team/api-token.ts';
import { inviteSchema, sessionSchema } from '#lib/core/vocabulary/team/member.ts';
import type { BulkStore, StoredToken, TokenRecord } from '../stores.ts';
import type { ArtifactBudget } from './artifact-budget.ts';
import type { RedisConnection } from './connection.ts';
import { lastAttempt } from './event-scripts.ts';
import { createFilling } from './filling.ts';
import type { RedisKeys } from './keys.ts';
import { putArtifact } from './put-artifact.ts';
import { readTime } from './read-time.ts';
import { parseMention } from './unread.ts';

const fieldsAtOnce = 500;

export function createBulk(connection: RedisConnection, keys: RedisKeys, budget: ArtifactBudget): BulkStore {
  const hash = (key: string) => connection.run((redis) => redis.hgetall(key));

  /** @param hashes of the tokens */
  const tokensOf = async <T extends TokenRecord>(
    hashes: readonly string[],
    keyOf: (tokenHash: string) => string,
    schema: z.ZodType<T>,
  ): Promise<StoredToken<T>[]> => {
    const now = await readTime(connection);
    const found = hashes.map(async (tokenHash) => {
      const key = keyOf(tokenHash);
      const [stored, left] = await connection.run((redis) =>
        Promise.all([redis.hmget(key, 'record', 'lastSeenAt'), redis.pttl(key)]),
      );
      const [json, lastSeenAt] = stored;
      if (!json || left <= 0) return [];
      const record = schema.parse({ ...JSON.parse(json), lastSeenAt: lastSeenAt || null });
      return [{ record, tokenHash, endsAt: new Date(now + left).toISOString() }];
    });
    return (await Promise.all(found)).flat();
  };

  const deliveriesIn = async ({ records }: RedisKeys['deliveries']): Promise<Delivery[]> =>
    (await connection.run((redis) => redis.hvals(records)))
      .map((record) => deliverySchema.parse(JSON.parse(record)))
      .sort((one, other) => one.dueMs - other.dueMs);

  return {
    ...createFilling(connection, keys),
    async counts() {
      await budget.sweep();
      const ids = await connection.run((redis) => redis.hkeys(keys.conversations));
      let events = 0;
      for (const id of ids) events += await connection.run((redis) => redis.xlen(keys.events(id)));
      const [ledgerEntries, members, artifacts] = await connection.run((redis) =>
        Promise.all([redis.hlen(keys.ledger), redis.hlen(keys.members), redis.hlen(keys.storedSizes)]),
      );
      return { conversations: ids.length, events, ledgerEntries, members, artifacts };
    },
    async *artifactIds() {
      // What is not sent is only where sizes are counted; earlier versions did not count the copies behind shares.
      const [counted, shared, conversationIds, evictable] = await connection.run((redis) =>
        Promise.all([
          redis.hkeys(keys.storedSizes),
          redis.zrange(keys.sharesByCreation, '0', '-1'),
          redis.hkeys(keys.conversations),
          redis.zrange(keys.evictable, '0', '-1'),
        ]),
      );
      // These come last, in the order in which they would be evicted. One that is moved into a conversation may be listed in two for a moment.
      const seen = new Set(evictable);
      const isNew = (id: string): boolean => {
        if (seen.has(id)) return false;
        seen.add(id);
        return true;
      };
      for (const conversationId of conversationIds) {
        const ids = await connection.run((redis) => redis.smembers(keys.artifactsOf(conversationId)));
        yield* ids.filter(isNew);
      }
      yield* [...counted, ...shared].filter(isNew);
      yield* evictable;
    },
    putArtifact: (record, content) => putArtifact(connection, keys, budget, { record, content }),
    async *ledgerEntries() {
      for (let cursor: string | null = '0'; cursor !== null; ) {
        const from: string = cursor;
        const [next, fields] = await connection.run((redis) =>
          redis.hscan(keys.ledger, from, 'COUNT', fieldsAtOnce),
        );
        for (const [at, json] of fields.entries())
          if (at % 2 === 1) yield ledgerEntrySchema.parse(JSON.parse(json));
        cursor = next === '0' ? null : next;
      }
    },
    onceKeys: async (conversationId) =>
      Object.entries(await hash(keys.onceKeys(conversationId)))
        .filter(([key]) => key !== lastAttempt)
        .map(([key, eventId]) => ({ key, eventId })),
    async news(conversationId) {
      const [latest, counted] = await connection.run((redis) =>
        Promise.all([
          redis.hget(keys.news, conversationId),
          redis.lrange(keys.newsOf(conversationId), 0, -1),
        ]),
      );
      const all = latest === null ? counted : [...counted, latest];
      return [...new Set(all.map((each) => each.split(' ', 1)[0] ?? ''))];
    },
    async mentions(conversationId) {
      const memberIds = await connection.run((redis) => redis.smembers(keys.readersOf(conversationId)));
      const found = memberIds.map(async (memberId) => {
        const mention = await connection.run((redis) =>
          redis.hget(keys.mentionsOf(memberId), conversationId),
        );
        return mention === null ? [] : [{ memberId, ...parseMention(mention) }];
      });
      return (await Promise.all(found)).flat();
    },
    marks: () => connection.run((redis) => redis.smembers(keys.marks)),
    secrets: () => hash(keys.secrets),
    credentials: (memberId) => hash(keys.credentialsOf(memberId)),
    sessions: async (memberId) =>
      tokensOf(Object.values(await hash(keys.sessionsOf(memberId))), keys.session, sessionSchema),
    apiTokens: async (memberId) =>
      tokensOf(Object.values(await hash(keys.apiTokensOf(memberId))), keys.apiToken, apiTokenSchema),
    async invites() {
      const found = Object.values(await hash(keys.invites)).map(async (tokenHash) => {
        const record = await connection.run((redis) => redis.get(keys.invite(tokenHash)));
        return record === null ? [] : [{ invite: inviteSchema.parse(JSON.parse(record)), tokenHash }];
      });
      return (await Promise.all(found)).flat();
    },
    tokenHashOfShare: (shareId) => connection.run((redis) => redis.hget(keys.share(shareId), 'tokenHash')),
    deliveries: () => deliveriesIn(keys.deliveries),
    pushDeliveries: () => deliveriesIn(keys.pushDeliveries),
  };
}
