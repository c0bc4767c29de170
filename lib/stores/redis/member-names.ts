import { memberLabelOf, sumGroupings } from '#lib/core/vocabulary/ledger/sums.ts';
import { nameMark, replaceName } from '../replace-name.ts';
import { renameMentionAuthor } from '../stored-mention.ts';
import type { MemberNameStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';
import { changeMention } from './unread.ts';

/** KEYS: a hash. ARGV: field, value as it was read, new value. Returns 0 if it has changed meanwhile. */
const changeFieldScript = defineScript(`
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  return 1
`);

/** The same of a whole value, which keeps its expiry. */
const changeValueScript = defineScript(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
  return 1
`);

/**
 * Streams cannot be changed: this writes another one beside it, with the same IDs, and replaces it.
 * KEYS: stream, a key for the time being. ARGV: ID and new text of each entry that changes.
 */
const changeStreamScript = defineScript(`
  local left = redis.call('PTTL', KEYS[1])
  local changed = {}
  for at = 1, #ARGV, 2 do changed[ARGV[at]] = ARGV[at + 1] end
  redis.call('DEL', KEYS[2])
  for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
    local fields = entry[2]
    if changed[entry[1]] then
      for at = 1, #fields, 2 do if fields[at] == 'event' then fields[at + 1] = changed[entry[1]] end end
    end
    redis.call('XADD', KEYS[2], entry[1], unpack(fields))
  end
  redis.call('RENAME', KEYS[2], KEYS[1])
  if left > 0 then redis.call('PEXPIRE', KEYS[1], left) end
`);

const fieldsAtOnce = 500;
const entriesAtOnce = 1_000;

export function createMemberNames(connection: RedisConnection, keys: RedisKeys): MemberNameStore {
  /** Bytes of results, files of pages, and the log that is never changed. */
  const isLeft = (key: string): boolean =>
    key.endsWith(':bytes') || key.startsWith(keys.pageFiles('')) || key === keys.audit;

  return {
    async replace(memberId, name, formerNames) {
      const mark = nameMark(memberId);
      const renamed = (text: string) => replaceName(text, memberId, name);
      // Mentions have the name beside the ID in another form, or without it.
      const renamedMention = (text: string) =>
        changeMention(text, (json) => renameMentionAuthor(json, memberId, name, formerNames));
      const change: Readonly<Record<string, (key: string) => Promise<void>>> = {
        async string(key) {
          const text = await connection.run((redis) => redis.get(key));
          if (text?.includes(mark))
            await connection.runScript(changeValueScript, [key], [text, renamed(text)]);
        },
        async hash(key) {
          const changeText = key.startsWith(keys.mentionsOf('')) ? renamedMention : renamed;
          for (let cursor: string | null = '0'; cursor !== null; ) {
            const from: string = cursor;
            const [next, pairs] = await connection.run((redis) =>
              redis.hscan(key, from, 'COUNT', fieldsAtOnce),
            );
            for (let at = 0; at < pairs.length; at += 2) {
              const [field = '', text = ''] = [pairs[at], pairs[at + 1]];
              const changed = changeText(text);
              if (changed !== text)
                await connection.runScript(changeFieldScript, [key], [field, text, changed]);
            }
            cursor = next === '0' ? null : next;
          }
        },
        async stream(key) {
          const changed: string[] = [];
          for (let after: string | null = '-'; after !== null; ) {
            const from: string = after;
            const entries = await connection.run((redis) =>
              redis.xrange(key, from, '+', 'COUNT', entriesAtOnce),
            );
            for (const [id, fields] of entries) {
              const text = fields[fields.indexOf('event') + 1] ?? '';
              if (text.includes(mark)) changed.push(id, renamed(text));
            }
            const last = entries.at(-1)?.[0];
            after = entries.length < entriesAtOnce || last === undefined ? null : `(${last}`;
          }
          if (changed.length > 0)
            await connection.runScript(changeStreamScript, [key, `${key}:renaming`], changed);
        },
      };
      for await (const names of connection.keysWith(keys.prefix)) {
        for (const key of names.filter((each) => !isLeft(each))) {
          const type = await connection.run((redis) => redis.type(key));
          await change[type]?.(key);
        }
      }
      // Labels of sums have the name without the ID.
      for (const grouping of sumGroupings) {
        const labels = keys.sumLabels(grouping);
        for (const key of await connection.run((redis) => redis.hkeys(labels))) {
          const label = memberLabelOf(grouping, key, { id: memberId, name });
          if (label !== null) await connection.run((redis) => redis.hset(labels, key, label));
        }
      }
    },
  };
}
