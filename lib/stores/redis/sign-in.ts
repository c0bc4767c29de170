import { type Invite, inviteSchema, type Session, sessionSchema } from '#lib/core/vocabulary/team/member.ts';
import type { InviteStore, OnceStore, RateStore, SessionStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: session, the member's sessions. ARGV: token hash, record, last seen, end, session ID. */
const createSessionScript = defineScript(`
  redis.call('HSET', KEYS[1], 'record', ARGV[2], 'lastSeenAt', ARGV[3])
  redis.call('PEXPIREAT', KEYS[1], ARGV[4])
  redis.call('HSET', KEYS[2], ARGV[5], ARGV[1])
`);

const seeSessionScript = defineScript(`
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
 * Sessions expire by TTL; a member's hash lists them, and entries of expired ones are removed when it is
 * read.
 */
export function createSessions(connection: RedisConnection, keys: RedisKeys): SessionStore {
  const find = async (tokenHash: string): Promise<Session | null> => {
    const [record, lastSeenAt] = await connection.run((redis) =>
      redis.hmget(keys.session(tokenHash), 'record', 'lastSeenAt'),
    );
    return record ? sessionSchema.parse({ ...JSON.parse(record), lastSeenAt }) : null;
  };
  return {
    async create(session, tokenHash, endsAt) {
      await connection.runScript(
        createSessionScript,
        [keys.session(tokenHash), keys.sessionsOf(session.memberId)],
        [tokenHash, JSON.stringify(session), session.lastSeenAt, Date.parse(endsAt), session.id],
      );
    },
    find,
    async see(tokenHash, at, endsAt) {
      const seen = await connection.runScript(
        seeSessionScript,
        [keys.session(tokenHash)],
        [at, Date.parse(endsAt)],
      );
      return seen === 1;
    },
    async listOf(memberId) {
      const hashes = await connection.run((redis) => redis.hgetall(keys.sessionsOf(memberId)));
      const all = await Promise.all(
        Object.entries(hashes).map(async ([id, hash]) => ({ id, session: await find(hash) })),
      );
      const gone = all.filter(({ session }) => session === null).map(({ id }) => id);
      if (gone.length > 0) await connection.run((redis) => redis.hdel(keys.sessionsOf(memberId), ...gone));
      return all
        .flatMap(({ session }) => session ?? [])
        .sort((one, other) => (one.lastSeenAt + one.id > other.lastSeenAt + other.id ? -1 : 1));
    },
    async delete(memberId, id) {
      const hash = await connection.run((redis) => redis.hget(keys.sessionsOf(memberId), id));
      if (hash === null) return false;
      const count = await connection.run((redis) => redis.del(keys.session(hash)));
      await connection.run((redis) => redis.hdel(keys.sessionsOf(memberId), id));
      return count === 1;
    },
    async deleteOf(memberId) {
      const hashes = await connection.run((redis) => redis.hvals(keys.sessionsOf(memberId)));
      await connection.run((redis) =>
        redis.del(...hashes.map((hash) => keys.session(hash)), keys.sessionsOf(memberId)),
      );
    },
  };
}

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
