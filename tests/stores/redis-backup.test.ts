import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { backUpRedis } from '#lib/stores/back-up-redis.ts';
import { migrateToFolder, migrateToRedis } from '#lib/stores/migrate-store.ts';
import { createKeys } from '#lib/stores/redis/keys.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import { restoreToRedis } from '#lib/stores/restore-to-redis.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { restoreDataFolder } from '#lib/stores/sqlite/restore-data-folder.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { sampleArtifact, sampleConversation } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { addOne, wholeOnes } from '../support/whole-conversations.ts';

const url = inject('redisUrl');
const nowMs = Date.now;
const times = { artifactTtlSeconds: 600, nowMs };
const newFolder = () => join(tempFolder(), 'new');
const openFolder = (dataDir: string): Stores => openSqliteStores({ dataDir, artifactTtlSeconds: 60, nowMs });
const opened: Stores[] = [];
afterEach(async () => {
  for (const stores of opened.splice(0)) await stores.close();
});

const isOwn = (name: string): boolean => !name.startsWith('lock.db');

/** A Redis of its own, as far as keys tell. */
function newRedis() {
  const keyPrefix = `test-${randomUUID()}:`;
  const open = (isFilling: boolean): Stores => {
    const stores = openRedisStores({ url, keyPrefix, isFilling });
    opened.push(stores);
    return stores;
  };
  return { keys: createKeys(keyPrefix), open: () => open(false), openToFill: () => open(true) };
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
    const restored = await restoreToRedis(redis.openToFill(), { ...times, source: target, dataDir: another });
    expect(restored).toMatchObject({ manifest: { counts: manifest.counts }, goneCount: 0 });
    expect(readdirSync(another).filter(isOwn)).toEqual(['replays']);
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
    const restoring = restoreToRedis(redis.openToFill(), { ...times, source: target, dataDir: newFolder() });
    await expect(restoring).rejects.toThrow('Redis is not empty');
    expect(await wholeOnes(redis.open())).toEqual(ids);
  });

  test('of which a restore was interrupted is refused by servers, and restored again as a whole', async () => {
    const ids = await add(stores, 2);
    const { target } = await backUp();
    const redis = newRedis();
    const interrupted = redis.openToFill();
    expect(await interrupted.bulk.beginFilling()).toBe('begun');
    await add(interrupted, 1);
    interrupted.bulk.stopFilling();
    const server = redis.open();
    await expect(server.conversations.list()).rejects.toThrow('Data is being copied into this Redis');
    expect(await redis.open().health()).toContain('Data is being copied into this Redis');
    const restore = () =>
      restoreToRedis(redis.openToFill(), { ...times, source: target, dataDir: newFolder() });
    // Nobody can tell yet that it was interrupted.
    await expect(restore()).rejects.toThrow('Another copy is being made into Redis');
    const client = new Redis(url);
    await client.set(redis.keys.filling, Date.now() - 61_000);
    client.disconnect();
    await restore();
    expect(await wholeOnes(redis.open())).toEqual(ids.toSorted());
    // It needs no restart.
    expect(await wholeOnes(server)).toEqual(ids.toSorted());
  });

  test('is restored with its secret and replays before servers may work with it, and again where that failed', async () => {
    const ids = await add(stores, 1);
    const { target } = await backUp(true);
    const redis = newRedis();
    const broken = tempFolder();
    // In the way of the folder of replays.
    writeFileSync(join(broken, 'replays'), '');
    await expect(
      restoreToRedis(redis.openToFill(), { ...times, source: target, dataDir: broken }),
    ).rejects.toThrow();
    await expect(redis.open().conversations.list()).rejects.toThrow('Data is being copied into this Redis');
    rmSync(join(broken, 'replays'));
    const client = new Redis(url);
    await client.set(redis.keys.filling, Date.now() - 61_000);
    client.disconnect();
    await restoreToRedis(redis.openToFill(), { ...times, source: target, dataDir: broken });
    expect(await wholeOnes(redis.open())).toEqual(ids);
    expect(readdirSync(broken).filter(isOwn)).toEqual(['replays', 'secret']);
  });

  test('overwrites no entries of the ledger that wait in the data folder', async () => {
    await add(stores, 1);
    writeFileSync(join(dataDir, 'ledger-set-aside-1.jsonl'), 'theirs');
    const { target } = await backUp();
    const other = tempFolder();
    writeFileSync(join(other, 'ledger-set-aside-1.jsonl'), 'ours');
    await restoreToRedis(newRedis().openToFill(), { ...times, source: target, dataDir: other });
    const texts = readdirSync(other)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(other, name), 'utf8'));
    expect(texts.toSorted()).toEqual(['ours', 'theirs']);
  });

  test('has what a command had printed that was at work', async () => {
    const artifact = sampleArtifact();
    await stores.conversations.create(sampleConversation({ id: artifact.conversationId }));
    const writer = await stores.artifacts.create(artifact);
    await writer.write(new TextEncoder().encode('so far\n'));
    await writer.publish({ stderrLines: [] });
    const { target } = await backUp();
    const redis = newRedis();
    await restoreToRedis(redis.openToFill(), { ...times, source: target, dataDir: newFolder() });
    expect((await redis.open().artifacts.get(artifact.id))?.metadata).toMatchObject({
      ...{ state: 'complete', byteLength: 7, lineCount: 1 },
    });
  });

  test('goes only where there is room for its results', async () => {
    await add(stores, 1);
    const { target } = await backUp();
    const keyPrefix = `test-${randomUUID()}:`;
    const small = openRedisStores({ url, keyPrefix, artifactBytes: 100, isFilling: true });
    opened.push(small);
    const restoring = restoreToRedis(small, { ...times, source: target, dataDir: newFolder() });
    await expect(restoring).rejects.toThrow('raise maxmemory, or VITRINE_ARTIFACT_MB. Nothing was changed.');
    expect(await small.bulk.beginFilling()).toBe('begun');
    small.bulk.stopFilling();
  });

  test('brings its secret along, and never replaces another one', async () => {
    await add(stores, 1);
    const { target, manifest } = await backUp(true);
    expect(manifest.hasSecret).toBe(true);
    const [empty, other] = [newFolder(), tempFolder()];
    await restoreToRedis(newRedis().openToFill(), { ...times, source: target, dataDir: empty });
    expect(readFileSync(join(empty, 'secret'), 'utf8')).toBe('x'.repeat(40));
    writeFileSync(join(other, 'secret'), 'y'.repeat(40));
    const redis = newRedis();
    const restoring = restoreToRedis(redis.openToFill(), { ...times, source: target, dataDir: other });
    await expect(restoring).rejects.toThrow('has another secret than the backup');
    expect(await redis.open().conversations.list()).toEqual([]);
    expect(readFileSync(join(other, 'secret'), 'utf8')).toBe('y'.repeat(40));
  });

  test('that is damaged changes nothing', async () => {
    await add(stores, 1);
    const { target } = await backUp();
    writeFileSync(join(target, 'vitrine.db'), 'x');
    const redis = newRedis();
    const restoring = restoreToRedis(redis.openToFill(), { ...times, source: target, dataDir: newFolder() });
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
    const there = await migrateToRedis({ ...times, redis: redis.openToFill(), dataDir });
    expect(there).toMatchObject({ counts: { conversations: 3, artifacts: 3 }, goneCount: 0 });
    expect(await wholeOnes(redis.open())).toEqual(ids);

    const target = newFolder();
    expect(await migrateToFolder({ redis: redis.open(), dataDir: target, nowMs })).toEqual(there);
    expect(readdirSync(target).filter(isOwn)).toEqual(['artifacts', 'vitrine.db']);
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
    await expect(migrateToRedis({ ...times, redis: redis.openToFill(), dataDir })).rejects.toThrow(
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
    await expect(migrateToRedis({ ...times, redis, dataDir: tempFolder() })).rejects.toThrow(
      'has no data of Vitrine',
    );
  });

  test('goes on where it was interrupted, and is not led by what an earlier database has left', async () => {
    const stores = newRedis().open();
    const ids = await add(stores, 1);
    const dataDir = tempFolder();
    // Interrupted between its last two steps.
    mkdirSync(join(dataDir, 'migrated-abcdef'));
    writeFileSync(join(dataDir, 'migrated-abcdef', 'vitrine.db'), 'x');
    mkdirSync(join(dataDir, 'artifacts'));
    writeFileSync(join(dataDir, 'artifacts', 'left'), 'x');
    await migrateToFolder({ redis: stores, dataDir, nowMs });
    const folder = openFolder(dataDir);
    expect(await wholeOnes(folder)).toEqual(ids);
    await folder.close();
    expect(readdirSync(join(dataDir, 'artifacts'))).not.toContain('left');
    // Artifacts beside one that was interrupted earlier are somebody's.
    const theirs = tempFolder();
    mkdirSync(join(theirs, 'migrated-abcdef', 'artifacts'), { recursive: true });
    mkdirSync(join(theirs, 'artifacts'));
    await expect(migrateToFolder({ redis: stores, dataDir: theirs, nowMs })).rejects.toThrow(
      'has a store (artifacts)',
    );
    expect(readdirSync(theirs)).toContain('artifacts');
    const other = tempFolder();
    writeFileSync(join(other, 'vitrine.db-wal'), 'x');
    await expect(migrateToFolder({ redis: stores, dataDir: other, nowMs })).rejects.toThrow(
      'has a store (vitrine.db-wal)',
    );
  });

  test('notices a decision of an admin meanwhile, too', async () => {
    const stores = newRedis().open();
    await add(stores, 3);
    const { list } = stores.shares;
    const changing: Stores = {
      ...stores,
      // While it is copied, once.
      shares: {
        ...stores.shares,
        list: async () => {
          await stores.settings.change({ linkShares: true });
          return await list();
        },
      },
    };
    await expect(migrateToFolder({ redis: changing, dataDir: tempFolder(), nowMs })).rejects.toThrow(
      'Redis has changed while it was copied',
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
    expect(readdirSync(dataDir).filter(isOwn)).toEqual([]);
    expect(existsSync(join(dataDir, 'vitrine.db'))).toBe(false);
  });
});
