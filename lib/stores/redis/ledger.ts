import { type LedgerEntry, ledgerEntrySchema } from '#lib/core/vocabulary/ledger/ledger.ts';
import {
  entryDay,
  inOrder,
  partsOf,
  type Sums,
  sumDays,
  sumGroupings,
  sumNames,
} from '#lib/core/vocabulary/ledger/sums.ts';
import type { LedgerStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/**
 * Adds to the sums of a group: numbers in the order of `sumNames`, separated by commas. Lua counts in
 * doubles, which are exact for whole numbers up to 2^53.
 */
const addToGroup = `
  local function add(hash, labels, key, label, added)
    local held = redis.call('HGET', hash, key)
    local sums = {}
    for number in string.gmatch(added, '[^,]+') do sums[#sums + 1] = tonumber(number) end
    if held then
      local at = 0
      for number in string.gmatch(held, '[^,]+') do
        at = at + 1
        sums[at] = (sums[at] or 0) + tonumber(number)
      end
    end
    for at = 1, #sums do sums[at] = string.format('%.0f', sums[at]) end
    redis.call('HSET', hash, key, table.concat(sums, ','))
    redis.call('HSET', labels, key, label)
  end
`;

/**
 * KEYS: entries, by time, summed days, then for each part its sums and its labels. ARGV: ID, entry, time,
 * day, then for each part its key, label and sums.
 */
const recordScript = defineScript(`
  ${addToGroup}
  if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  if redis.call('EXISTS', KEYS[3]) == 0 and redis.call('HLEN', KEYS[1]) > 1 then return 1 end
  redis.call('ZADD', KEYS[3], string.gsub(ARGV[4], '-', ''), ARGV[4])
  for part = 0, (#ARGV - 4) / 3 - 1 do
    add(KEYS[4 + part * 2], KEYS[5 + part * 2], ARGV[5 + part * 3], ARGV[6 + part * 3], ARGV[7 + part * 3])
  end
  return 1
`);

/**
 * Entries never change and are never removed, so an unchanged number of entries means that nothing was added.
 * KEYS: entries, summed days. ARGV: how many were summed, then for each group hash, labels, day, key, label,
 * sums. Returns 1 if all of them are summed now, by whichever process.
 */
const sumEarlierScript = defineScript(`
  ${addToGroup}
  if redis.call('EXISTS', KEYS[2]) == 1 then return 1 end
  if redis.call('HLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
  for at = 2, #ARGV, 6 do
    add(ARGV[at], ARGV[at + 1], ARGV[at + 3], ARGV[at + 4], ARGV[at + 5])
    redis.call('ZADD', KEYS[2], string.gsub(ARGV[at + 2], '-', ''), ARGV[at + 2])
  end
  return 1
`);

const entriesPerFetch = 1_000;
/**
 * Later than any entry. All earlier sums go into one script call; an upgrade is not expected to exceed what
 * Lua accepts as arguments.
 */
const forever = '9999-12-31T23:59:59.999Z';

export function createLedger(connection: RedisConnection, keys: RedisKeys): LedgerStore {
  const list = async (from: string, to: string): Promise<LedgerEntry[]> => {
    const ids = await connection.run((redis) =>
      redis.zrangebyscore(keys.ledgerByTime, Date.parse(from), `(${Date.parse(to)}`),
    );
    const found: string[] = [];
    for (let at = 0; at < ids.length; at += entriesPerFetch) {
      const page = ids.slice(at, at + entriesPerFetch);
      const entries = await connection.run((redis) => redis.hmget(keys.ledger, ...page));
      found.push(...entries.filter((json) => json !== null));
    }
    return found.map(readEntry);
  };

  /** Sums the entries that an earlier version stored. */
  const sumEarlierEntries = async (): Promise<void> => {
    for (;;) {
      const [isSummed, count] = await connection.run((redis) =>
        Promise.all([redis.exists(keys.summedDays), redis.hlen(keys.ledger)]),
      );
      if (isSummed === 1 || count === 0) return;
      const entries = await list('1970-01-01T00:00:00.000Z', forever);
      const reply = await connection.runScript(
        sumEarlierScript,
        [keys.ledger, keys.summedDays],
        [entries.length, ...sumAll(entries, keys)],
      );
      if (reply === 1) return;
    }
  };

  return {
    list,
    async get(id) {
      const json = await connection.run((redis) => redis.hget(keys.ledger, id));
      return json === null ? null : readEntry(json);
    },
    async record(entry) {
      const day = entryDay(entry);
      const parts = sumGroupings.flatMap((groupBy) =>
        partsOf(entry, groupBy).map((part) => ({ ...part, groupBy })),
      );
      const reply = await connection.runScript(
        recordScript,
        [
          keys.ledger,
          keys.ledgerByTime,
          keys.summedDays,
          ...parts.flatMap(({ groupBy }) => [keys.daySums(groupBy, day), keys.sumLabels(groupBy)]),
        ],
        [
          entry.id,
          JSON.stringify(entry),
          Date.parse(entry.timestamp),
          day,
          ...parts.flatMap(({ key, label, sums }) => [key, label, printSums(sums)]),
        ],
      );
      return reply === 1;
    },
    async sums(groupBy, from, to, key) {
      await sumEarlierEntries();
      const days = await connection.run((redis) =>
        redis.zrangebyscore(keys.summedDays, scoreOf(from), `(${scoreOf(to)}`),
      );
      return await connection.run(async (redis) => {
        const read = days.map(async (day) => {
          const hash = keys.daySums(groupBy, day);
          if (key === undefined) return { day, groups: Object.entries(await redis.hgetall(hash)) };
          const sums = await redis.hget(hash, key);
          return { day, groups: sums === null ? [] : [[key, sums] as const] };
        });
        const found = await Promise.all(read);
        const labels =
          key === undefined
            ? await redis.hgetall(keys.sumLabels(groupBy))
            : { [key]: (await redis.hget(keys.sumLabels(groupBy), key)) ?? key };
        return inOrder(
          found.flatMap(({ day, groups }) =>
            groups.map(([key, sums]) => ({ day, key, label: labels[key] ?? key, sums: readSums(sums) })),
          ),
        );
      });
    },
  };
}

const readEntry = (json: string): LedgerEntry => ledgerEntrySchema.parse(JSON.parse(json));

/** A day as a number that sorts by date. */
const scoreOf = (day: string): number => Number(day.replaceAll('-', ''));

const printSums = (sums: Partial<Sums>): string => sumNames.map((name) => sums[name] ?? 0).join(',');

function readSums(text: string): Sums {
  const numbers = text.split(',').map(Number);
  return Object.fromEntries(sumNames.map((name, at) => [name, numbers[at] ?? 0])) as Sums;
}

/** For each group of each day: hash, labels, day, key, label and sums. */
const sumAll = (entries: readonly LedgerEntry[], keys: RedisKeys): string[] =>
  sumGroupings.flatMap((groupBy) =>
    sumDays(entries, groupBy).flatMap(({ day, key, label, sums }) => [
      keys.daySums(groupBy, day),
      keys.sumLabels(groupBy),
      day,
      key,
      label,
      printSums(sums),
    ]),
  );
