import { z } from 'zod';
import { type Share, shareSchema } from '#lib/core/vocabulary/share.ts';
import type { ArtifactStore, ShareStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/**
 * KEYS: share, token, by creation. ARGV: ID, record, token hash, views, last viewed, expiry, creation,
 * maximum views or nothing.
 */
const createScript = defineScript(`
  redis.call('HSET', KEYS[1], 'record', ARGV[2], 'tokenHash', ARGV[3], 'views', ARGV[4], 'lastViewedAt', ARGV[5])
  if ARGV[8] ~= '' then redis.call('HSET', KEYS[1], 'maxViews', ARGV[8]) end
  redis.call('SET', KEYS[2], ARGV[1])
  redis.call('ZADD', KEYS[3], ARGV[7], ARGV[1])
  redis.call('PEXPIREAT', KEYS[1], ARGV[6])
  redis.call('PEXPIREAT', KEYS[2], ARGV[6])
`);

/** KEYS: share. Returns record, views and last view (or nil), and the time by Redis' clock. */
const findScript = defineScript(`
  local share = redis.call('HMGET', KEYS[1], 'record', 'views', 'lastViewedAt')
  local time = redis.call('TIME')
  return {share[1], share[2], share[3], tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)}
`);

const findReplySchema = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.number(),
]);

/**
 * KEYS: share. ARGV: time of the view. A share with a limit has a `maxViews` field beside the record. Returns
 * whether it was counted.
 */
const recordViewScript = defineScript(`
  local views = tonumber(redis.call('HGET', KEYS[1], 'views') or '')
  if not views then return 0 end
  local most = tonumber(redis.call('HGET', KEYS[1], 'maxViews') or '')
  if most and views >= most then return 0 end
  redis.call('HINCRBY', KEYS[1], 'views', 1)
  redis.call('HSET', KEYS[1], 'lastViewedAt', ARGV[1])
  return 1
`);

const deleteScript = defineScript(`
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('DEL', KEYS[2])
  return redis.call('DEL', KEYS[1])
`);

export interface RedisShares extends ShareStore {
  /** Removes the IDs of expired shares from the list; the shares themselves expire by TTL. */
  sweep(): Promise<void>;
}

/** A share and its token expire together. Views are counted in separate fields, so that none is lost. */
export function createShares(
  connection: RedisConnection,
  keys: RedisKeys,
  artifacts: ArtifactStore,
): RedisShares {
  const find = async (id: string): Promise<Share | null> => {
    const reply = await connection.runScript(findScript, [keys.share(id)], []);
    const [record, views, lastViewedAt, nowMs] = findReplySchema.parse(reply);
    if (record === null) return null;
    const share = shareSchema.parse({
      ...JSON.parse(record),
      views: Number(views),
      lastViewedAt: lastViewedAt || null,
    });
    return Date.parse(share.expiresAt) > nowMs ? share : null;
  };

  const listAll = async (): Promise<{ id: string; share: Share | null }[]> => {
    const ids = await connection.run((redis) => redis.zrevrange(keys.sharesByCreation, 0, -1));
    return await Promise.all(ids.map(async (id) => ({ id, share: await find(id) })));
  };

  return {
    async create(share, tokenHash) {
      await connection.runScript(
        createScript,
        [keys.share(share.id), keys.shareToken(tokenHash), keys.sharesByCreation],
        [
          share.id,
          JSON.stringify(share),
          tokenHash,
          share.views,
          share.lastViewedAt ?? '',
          Date.parse(share.expiresAt),
          Date.parse(share.createdAt),
          share.maxViews ?? '',
        ],
      );
    },
    async list() {
      return (await listAll()).flatMap(({ share }) => share ?? []);
    },
    get: find,
    async findByTokenHash(tokenHash) {
      const id = await connection.run((redis) => redis.get(keys.shareToken(tokenHash)));
      return id === null ? null : await find(id);
    },
    async recordView(id, viewedAt) {
      return (await connection.runScript(recordViewScript, [keys.share(id)], [viewedAt])) === 1;
    },
    /** The link is deleted before the copy behind it. */
    async delete(id) {
      const tokenHash = await connection.run((redis) => redis.hget(keys.share(id), 'tokenHash'));
      const deleted = await connection.runScript(
        deleteScript,
        [keys.share(id), keys.shareToken(tokenHash ?? ''), keys.sharesByCreation],
        [id],
      );
      await artifacts.delete(id);
      return deleted === 1;
    },
    async sweep() {
      const ended = (await listAll()).filter(({ share }) => share === null).map(({ id }) => id);
      if (ended.length > 0) await connection.run((redis) => redis.zrem(keys.sharesByCreation, ...ended));
    },
  };
}
