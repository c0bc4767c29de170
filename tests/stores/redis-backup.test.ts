import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { backUpRedis } from '#lib/stores/back-up-redis.ts';
import { migrateToFolder, migrateToRedis } from '#lib/stores/migrate-store.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import { restoreToRedis } from '#lib/stores/restore-to-redis.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { restoreDataFolder } from '#lib/stores/sqlite/restore-data-folder.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { addOne, wholeOnes } from '../support/whole-conversations.ts';

const url = inject('redisUrl');
const nowMs = Date.now;
const newFolder = () => join(tempFolder(), 'new');
const openFolder = (dataDir: string): Stores => openSqliteStores({ dataDir, artifactTtlSeconds: 60, nowMs });
const opened: Stores[] = [];
afterEach(async () => {
  for (const stores of opened.splice(0)) await stores.close();
});

/** A Redis of its own, as far as keys tell. */
function newRedis() {
  const keyPrefix = `test-${randomUUID()}:`;
  const open = (isFilling: boolean): Stores => {
    const stores = openRedisStores({ url, keyPrefix, isFilling });
    opened.push(stores);
    return stores;
  };
  return { open: () => open(false), openToFill: () => open(true) };
}

async function add(stores: Stores, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await addOne(stores)).id);
  return ids;
}

/** Adds one after the other until it is stopped. */
function keepAdding(stores: Stores) {
  let isOver = false;
  const ids: string[] = [];
  const writing = (async () => {
    while (!isOver) {
      ids.push((await addOne(stores)).id);
      await nextTurn();
    }
  })();
  return async () => {
    isOver = true;
    await writing;
    return ids;
  };
}

describe('a backup of a store in Redis', () => {
  let stores: Stores;
  let dataDir: string;
  beforeEach(() => {
    stores = newRedis().open();
    dataDir = tempFolder();
    writeFileSync(join(dataDir, 'secret'), 'x'.repeat(40));
    mkdirSync(join(dataDir, 'replays', 'rpl_a'), { recursive: true });
    writeFileSync(join(dataDir, 'replays', 'rpl_a', 'replay.json'), '{}');
  });
  const backUp = async (withSecret = false) => {
    const target = newFolder();
    return { target, ...(await backUpRedis(stores, { dataDir, target, withSecret, nowMs })) };
  };

  test('is made while servers write, and has whole conversations, in a data folder or in Redis', async () => {
    const before = await add(stores, 20);
    const stop = keepAdding(stores);
    const { target, manifest } = await backUp();
    const after = await stop();
    expect(after.length).toBeGreaterThan(0);
    expect(manifest).toMatchObject({ store: 'sqlite', hasSecret: false, begunAt: expect.any(String) });
    expect(readdirSync(target).toSorted()).toEqual(['artifacts', 'backup.json', 'replays', 'vitrine.db']);

    const folder = newFolder();
    await restoreDataFolder({ source: target, dataDir: folder });
    const inFolder = openFolder(folder);
    opened.push(inFolder);
    const redis = newRedis();
    const another = newFolder();
    const restored = await restoreToRedis(redis.openToFill(), { source: target, dataDir: another, nowMs });
    expect(restored).toMatchObject({ manifest: { counts: manifest.counts }, goneCount: 0 });
    expect(readdirSync(another)).toEqual(['replays']);
    const inRedis = redis.open();
    for (const each of [inFolder, inRedis]) {
      const whole = await wholeOnes(each);
      expect(whole).toEqual(expect.arrayContaining(before));
      // Whose message was not there yet had not ended when it was read.
      expect(whole).toHaveLength(manifest.counts.events);
      const { id } = await addOne(each);
      expect(await wholeOnes(each)).toContain(id);
    }
  });

  test('goes into an empty Redis only', async () => {
    await add(stores, 1);
    const { target } = await backUp();
    const redis = newRedis();
    const ids = await add(redis.open(), 1);
    const restoring = restoreToRedis(redis.openToFill(), { source: target, dataDir: newFolder(), nowMs });
    await expect(restoring).rejects.toThrow('Redis is not empty');
    expect(await wholeOnes(redis.open())).toEqual(ids);
  });

  test('of which a restore was interrupted is refused by servers, and restored again as a whole', async () => {
    const ids = await add(stores, 2);
    const { target } = await backUp();
    const redis = newRedis();
    const interrupted = redis.openToFill();
    expect(await interrupted.bulk.beginFilling()).toBe(true);
    await add(interrupted, 1);
    await expect(redis.open().conversations.list()).rejects.toThrow('Data is being copied into this Redis');
    expect(await redis.open().health()).toContain('Data is being copied into this Redis');
    await restoreToRedis(redis.openToFill(), { source: target, dataDir: newFolder(), nowMs });
    expect(await wholeOnes(redis.open())).toEqual(ids.toSorted());
    expect(await redis.open().health()).toBeNull();
  });

  test('brings its secret along, and never replaces another one', async () => {
    await add(stores, 1);
    const { target, manifest } = await backUp(true);
    expect(manifest.hasSecret).toBe(true);
    const [empty, other] = [newFolder(), tempFolder()];
    await restoreToRedis(newRedis().openToFill(), { source: target, dataDir: empty, nowMs });
    expect(readFileSync(join(empty, 'secret'), 'utf8')).toBe('x'.repeat(40));
    writeFileSync(join(other, 'secret'), 'y'.repeat(40));
    const redis = newRedis();
    const restoring = restoreToRedis(redis.openToFill(), { source: target, dataDir: other, nowMs });
    await expect(restoring).rejects.toThrow('has another secret than the backup');
    expect(await redis.open().conversations.list()).toEqual([]);
    expect(readFileSync(join(other, 'secret'), 'utf8')).toBe('y'.repeat(40));
  });

  test('that is damaged changes nothing', async () => {
    await add(stores, 1);
    const { target } = await backUp();
    writeFileSync(join(target, 'vitrine.db'), 'x');
    const redis = newRedis();
    const restoring = restoreToRedis(redis.openToFill(), { source: target, dataDir: newFolder(), nowMs });
    await expect(restoring).rejects.toThrow('is not as it was when the backup was made');
    expect(await redis.open().conversations.list()).toEqual([]);
  });
});

describe('a migration', () => {
  test('from a data folder to Redis and back keeps everything, and leaves its source as it was', async () => {
    const dataDir = newFolder();
    const embedded = openFolder(dataDir);
    const ids = (await add(embedded, 3)).toSorted();
    await embedded.close();
    const redis = newRedis();
    const there = await migrateToRedis({ redis: redis.openToFill(), dataDir, nowMs });
    expect(there).toMatchObject({ counts: { conversations: 3, artifacts: 3 }, goneCount: 0 });
    expect(await wholeOnes(redis.open())).toEqual(ids);

    const target = newFolder();
    expect(await migrateToFolder({ redis: redis.open(), dataDir: target, nowMs })).toEqual(there);
    expect(readdirSync(target).filter((name) => !name.startsWith('lock.db'))).toEqual([
      'artifacts',
      'vitrine.db',
    ]);
    for (const folder of [target, dataDir]) {
      const stores = openFolder(folder);
      expect(await wholeOnes(stores)).toEqual(ids);
      await stores.close();
    }
    expect(await wholeOnes(redis.open())).toEqual(ids);
  });

  test('is refused while a server uses the data folder', async () => {
    const dataDir = newFolder();
    const embedded = openFolder(dataDir);
    await add(embedded, 1);
    await embedded.close();
    const server = new DatabaseSync(join(dataDir, 'lock.db'));
    server.exec('BEGIN EXCLUSIVE');
    const redis = newRedis();
    await expect(migrateToRedis({ redis: redis.openToFill(), dataDir, nowMs })).rejects.toThrow(
      'Another Vitrine uses the data folder',
    );
    server.close();
    expect(await redis.open().conversations.list()).toEqual([]);
  });

  test('is refused by a data folder that has a store, and by one that has none', async () => {
    const dataDir = newFolder();
    const redis = newRedis().open();
    await openFolder(dataDir).close();
    await expect(migrateToFolder({ redis, dataDir, nowMs })).rejects.toThrow('has a store (vitrine.db)');
    await expect(migrateToRedis({ redis, dataDir: tempFolder(), nowMs })).rejects.toThrow(
      'has no data of Vitrine',
    );
  });

  test('from a Redis that changes meanwhile leaves nothing behind', async () => {
    const stores = newRedis().open();
    await add(stores, 10);
    const stop = keepAdding(stores);
    const dataDir = tempFolder();
    await expect(migrateToFolder({ redis: stores, dataDir, nowMs })).rejects.toThrow(
      'Redis has changed while it was copied: stop all servers',
    );
    await stop();
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock.db'))).toEqual([]);
    expect(existsSync(join(dataDir, 'vitrine.db'))).toBe(false);
  });
});
