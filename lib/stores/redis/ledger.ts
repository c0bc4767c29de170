import { ledgerEntrySchema } from '../../core/ledger.ts';
import type { LedgerStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: entries, by time. ARGV: ID, entry, time. */
const recordScript = defineScript(`
  if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  return 1
`);

const entriesPerFetch = 1_000;

export function createLedger(connection: RedisConnection, keys: RedisKeys): LedgerStore {
  return {
    async record(entry) {
      const reply = await connection.runScript(
        recordScript,
        [keys.ledger, keys.ledgerByTime],
        [entry.id, JSON.stringify(entry), Date.parse(entry.timestamp)],
      );
      return reply === 1;
    },
    async list(from, to) {
      const ids = await connection.run((redis) =>
        redis.zrangebyscore(keys.ledgerByTime, Date.parse(from), `(${Date.parse(to)}`),
      );
      const found: string[] = [];
      for (let at = 0; at < ids.length; at += entriesPerFetch) {
        const page = ids.slice(at, at + entriesPerFetch);
        const entries = await connection.run((redis) => redis.hmget(keys.ledger, ...page));
        found.push(...entries.filter((json) => json !== null));
      }
      return found.map((json) => ledgerEntrySchema.parse(JSON.parse(json)));
    },
  };
}
