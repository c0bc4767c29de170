import { VitrineError } from '#lib/core/errors.ts';
import { type MemberRecord, memberRecordSchema } from '#lib/core/vocabulary/team/member.ts';
import type { MemberStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/**
 * KEYS: records, version. ARGV: the version that was read, then ID and record in turn. Returns 0 if somebody
 * else changed members first.
 */
const changeScript = defineScript(`
  if (redis.call('GET', KEYS[2]) or '0') ~= ARGV[1] then return 0 end
  for at = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
  redis.call('INCR', KEYS[2])
  return 1
`);

const seeScript = defineScript(`
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end
`);

const maxAttempts = 20;

/**
 * All members are in one hash: a team is small, and a decision about one member has to see all of them (the
 * last admin stays admin).
 */
export function createMembers(connection: RedisConnection, keys: RedisKeys): MemberStore {
  const read = (record: string, seenAt: string | null | undefined): MemberRecord =>
    memberRecordSchema.parse({ ...JSON.parse(record), lastSeenAt: seenAt ?? null });

  const listWithVersion = async () => {
    // The version is read first: if the records are newer, the change is merely retried.
    const version = await connection.run((redis) => redis.get(keys.membersVersion));
    const [records, seen] = await Promise.all([
      connection.run((redis) => redis.hgetall(keys.members)),
      connection.run((redis) => redis.hgetall(keys.membersSeen)),
    ]);
    const members = Object.entries(records)
      .map(([id, record]) => read(record, seen[id]))
      .sort((one, other) => (one.createdAt + one.id < other.createdAt + other.id ? -1 : 1));
    return { members, records, version: version ?? '0' };
  };

  return {
    list: async () => (await listWithVersion()).members,
    async get(id) {
      const [record, seenAt] = await Promise.all([
        connection.run((redis) => redis.hget(keys.members, id)),
        connection.run((redis) => redis.hget(keys.membersSeen, id)),
      ]);
      return record === null ? null : read(record, seenAt);
    },
    async change(decide) {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const { members, records, version } = await listWithVersion();
        const changed = decide(members);
        if (changed.length === 0) return changed;
        // Fields that a newer version has added stay.
        const values = changed.flatMap((member) => {
          const before = Object.entries(JSON.parse(records[member.id] ?? '{}'));
          const unknown = before.filter(([name]) => !(name in memberRecordSchema.shape));
          return [member.id, JSON.stringify({ ...Object.fromEntries(unknown), ...member })];
        });
        const isDone = await connection.runScript(
          changeScript,
          [keys.members, keys.membersVersion],
          [version, ...values],
        );
        if (isDone === 1) return changed;
      }
      throw new VitrineError('storage_unavailable', 'Too many changes at once. Try again.');
    },
    async see(id, at) {
      await connection.runScript(seeScript, [keys.members, keys.membersSeen], [id, at]);
    },
  };
}
