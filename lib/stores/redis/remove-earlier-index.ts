import { termCount } from '#lib/core/algorithms/text/grams.ts';
import { teamReader } from '../search-readers.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { blockSize, keptMark } from './search-scripts.ts';

const keysAtOnce = 1_000;

/**
 * Removes the index that an earlier version has made, which had no marks of workspaces and another name: it has the
 * words of conversations that are deleted from now on. The keys that say that it is there go last, so that a removal that
 * was interrupted is done again.
 */
export async function removeEarlierIndex(connection: RedisConnection, keys: RedisKeys): Promise<void> {
  const at = (name: string): string => `${keys.earlierSearch}${name}`;
  const [positions, latest, members] = await connection.run((redis) =>
    Promise.all([redis.hkeys(at('positions')), redis.get(at('latest')), redis.hkeys(keys.members)]),
  );
  if (latest === null && positions.length === 0) return;
  const names = ['documents', 'numbers', ...positions.map((conversationId) => `of:${conversationId}`)];
  for (let block = 0; block <= Number(latest ?? 0) / blockSize; block += 1) {
    for (const mark of [teamReader, keptMark, ...members]) names.push(`${block}:mark:${mark}`);
    for (let term = 0; term < termCount; term += 1) names.push(`${block}:term:${term}`);
  }
  names.push('positions', 'latest');
  for (let start = 0; start < names.length; start += keysAtOnce) {
    const some = names.slice(start, start + keysAtOnce).map(at);
    await connection.run((redis) => redis.unlink(...some));
  }
}
