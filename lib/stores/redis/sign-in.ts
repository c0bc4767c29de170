import type { z } from 'zod';
import { type Invite, inviteSchema } from '#lib/core/vocabulary/team/member.ts';
import type { InviteStore, OnceStore, RateStore, TokenRecord, TokenRecordStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: the record, the member's records. ARGV: token hash, record, last seen, end, its ID. */
const createRecordScript = defineScript(`
  redis.call('HSET', KEYS[1], 'record', ARGV[2], 'lastSeenAt', ARGV[3])
  redis.call('PEXPIREAT', KEYS[1], ARGV[4])
  redis.call('HSET', KEYS[2], ARGV[5], ARGV[1])
`);

const seeRecordScript = defineScript(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  redis.call('HSET', KEYS[1], 'lastSeenAt', ARGV[1])
  redis.call('PEXPIREAT', KEYS[1], ARGV[2])
  return 1
`);

const takeInviteScript = defineScript(`
  local record = redis.call('GET', KEYS[1])
  if not record then return false end
  redis.call('DEL', KEYS[1])
  redis.call('HDEL', KEYS[2], cjson.decode(record).id)
  return record
`);

/** KEYS: the count. ARGV: window. The window starts with the first hit. */
const hitScript = defineScript(`
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {count, redis.call('PTTL', KEYS[1])}
`);

/**
 * They expire by TTL; a member's hash lists them, and entries of expired ones are removed when it is read.
 */
export function createTokenRecords<T extends TokenRecord>(
  connection: RedisConnection,
  keyOf: { record(tokenHash: string): string; listOf(memberId: string): string },
  schema: z.ZodType<T>,
): TokenRecordStore<T> {
  const find = async (tokenHash: string): Promise<T | null> => {
    const [record, lastSeenAt] = await connection.run((redis) =>
      redis.hmget(keyOf.record(tokenHash), 'record', 'lastSeenAt'),
    );
    return record ? schema.parse({ ...JSON.parse(record), lastSeenAt: lastSeenAt || null }) : null;
  };
  return {
    async create(record, tokenHash, endsAt) {
      await connection.runScript(
        createRecordScript,
        [keyOf.record(tokenHash), keyOf.listOf(record.memberId)],
        [tokenHash, JSON.stringify(record), record.lastSeenAt ?? '', Date.parse(endsAt), record.id],
      );
    },
    find,
    async see(tokenHash, at, endsAt) {
      const seen = await connection.runScript(
        seeRecordScript,
        [keyOf.record(tokenHash)],
        [at, Date.parse(endsAt)],
      );
      return seen === 1;
    },
    async listOf(memberId) {
      const hashes = await connection.run((redis) => redis.hgetall(keyOf.listOf(memberId)));
      const all = await Promise.all(
        Object.entries(hashes).map(async ([id, hash]) => ({ id, record: await find(hash) })),
      );
      const gone = all.filter(({ record }) => record === null).map(({ id }) => id);
      if (gone.length > 0) await connection.run((redis) => redis.hdel(keyOf.listOf(memberId), ...gone));
      return all
        .flatMap(({ record }) => record ?? [])
        .sort((one, other) => (orderOf(one) > orderOf(other) ? -1 : 1));
    },
    async delete(memberId, id) {
      const hash = await connection.run((redis) => redis.hget(keyOf.listOf(memberId), id));
      if (hash === null) return false;
      const count = await connection.run((redis) => redis.del(keyOf.record(hash)));
      await connection.run((redis) => redis.hdel(keyOf.listOf(memberId), id));
      return count === 1;
    },
    async deleteOf(memberId) {
      const hashes = await connection.run((redis) => redis.hvals(keyOf.listOf(memberId)));
      await connection.run((redis) =>
        redis.del(...hashes.map((hash) => keyOf.record(hash)), keyOf.listOf(memberId)),
      );
    },
  };
}

const orderOf = ({ lastSeenAt, id }: TokenRecord): string => `${lastSeenAt ?? ''} ${id}`;

export function createInvites(connection: RedisConnection, keys: RedisKeys): InviteStore {
  const read = (record: string | null): Invite | null =>
    record === null ? null : inviteSchema.parse(JSON.parse(record));
  const find = async (tokenHash: string) =>
    read(await connection.run((redis) => redis.get(keys.invite(tokenHash))));
  return {
    async create(invite, tokenHash) {
      const record = JSON.stringify(invite);
      await connection.run((redis) => redis.hset(keys.invites, invite.id, tokenHash));
      await connection.run((redis) =>
        redis.set(keys.invite(tokenHash), record, 'PXAT', Date.parse(invite.expiresAt)),
      );
    },
    async list() {
      const hashes = await connection.run((redis) => redis.hgetall(keys.invites));
      const all = await Promise.all(
        Object.entries(hashes).map(async ([id, hash]) => ({ id, invite: await find(hash) })),
      );
      const gone = all.filter(({ invite }) => invite === null).map(({ id }) => id);
      if (gone.length > 0) await connection.run((redis) => redis.hdel(keys.invites, ...gone));
      return all
        .flatMap(({ invite }) => invite ?? [])
        .sort((one, other) => (one.createdAt > other.createdAt ? -1 : 1));
    },
    find,
    async take(tokenHash) {
      const record = await connection.runScript(takeInviteScript, [keys.invite(tokenHash), keys.invites], []);
      return read(typeof record === 'string' ? record : null);
    },
    async delete(id) {
      const hash = await connection.run((redis) => redis.hget(keys.invites, id));
      if (hash === null) return false;
      const count = await connection.run((redis) => redis.del(keys.invite(hash)));
      await connection.run((redis) => redis.hdel(keys.invites, id));
      return count === 1;
    },
  };
}

export const createOnce = (connection: RedisConnection, keys: RedisKeys): OnceStore => ({
  async put(key, value, ttlMs) {
    await connection.run((redis) => redis.set(keys.once(key), value, 'PX', ttlMs));
  },
  take: (key) => connection.run((redis) => redis.getdel(keys.once(key))),
});

export const createRates = (connection: RedisConnection, keys: RedisKeys): RateStore => ({
  async hit(key, windowMs) {
    const answer = await connection.runScript(hitScript, [keys.rate(key)], [windowMs]);
    const [count = 1, endsInMs = windowMs] = Array.isArray(answer) ? answer.map(Number) : [];
    return { count, endsInMs };
  },
});
