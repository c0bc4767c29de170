import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStores } from '#lib/stores/open-stores.ts';
import { checkRedis } from '#lib/stores/redis/check-redis.ts';
import { createKeys, productKeyPrefix } from '#lib/stores/redis/keys.ts';
import { checkDataFolder } from '#lib/stores/sqlite/check-data-folder.ts';
import { unlockDataDir } from '#lib/stores/sqlite/data-lock.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { message, newId, sampleConversation, storeBytes } from '../contracts/samples.ts';
import { changeLimits } from '../support/change-limits.ts';
import { startRedisServer } from '../support/redis-server.ts';

/** Stores that a start must reject, each with one sentence that says what to do. */
const artifactTtlSeconds = 1_800;
let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-unusable-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const path = (name = 'vitrine.db') => join(dataDir, name);
const open = () => openSqliteStores({ dataDir, artifactTtlSeconds, nowMs: Date.now });

/** How the start ends; the lock on the folder ends with the process. */
function faultOf(): string {
  try {
    checkDataFolder(dataDir);
    return 'none';
  } catch (error) {
    return String((error as Error).message);
  } finally {
    unlockDataDir(dataDir);
  }
}

async function fill(): Promise<void> {
  const stores = open();
  await storeBytes(stores.artifacts, Buffer.from('kept\n'));
  const id = newId('conv');
  for (let count = 0; count < 200; count += 1) await stores.events.append(id, [message('x'.repeat(1_000))]);
  await stores.close();
}

describe('the start is rejected in one sentence that names the file', () => {
  const cases: [string, () => void, RegExp][] = [
    [
      'no database',
      () => writeFileSync(path(), 'this is no database at all, '.repeat(400)),
      /is damaged: restore it/,
    ],
    [
      'damaged pages',
      () => {
        const size = 4_096;
        truncateSync(path(), size * 12);
      },
      /is damaged: restore it/,
    ],
    ['an emptied file', () => truncateSync(path(), 0), /is empty, though artifacts are stored beside it/],
    ['a file that is gone', () => rmSync(path()), /is empty, though artifacts are stored beside it/],
    [
      'a folder in its place',
      () => {
        rmSync(path());
        mkdirSync(path());
      },
      /cannot be opened/,
    ],
  ];
  test.each(cases)('%s', async (_name, damage, sentence) => {
    await fill();
    damage();
    const fault = faultOf();
    expect(fault).toContain(path());
    expect(fault).toMatch(sentence);
    expect(fault.split('\n')).toHaveLength(1);
  });

  test('a file that this user can only read', async () => {
    await fill();
    for (const file of [dataDir, path(), path('lock.db')]) {
      chmodSync(file, file === dataDir ? 0o555 : 0o444);
      if (process.getuid?.() === 0) chownSync(file, 0, 0);
    }
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const checker = JSON.stringify(join(import.meta.dirname, '../../lib/stores/sqlite/check-data-folder.ts'));
    const script = `const { checkDataFolder } = await import(${checker});
      try { checkDataFolder(${JSON.stringify(dataDir)}); console.log('none'); } catch (error) { console.log(error.message); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      ...user,
    });
    chmodSync(dataDir, 0o755);
    expect(stdout.trim()).toMatch(
      /^.*(vitrine|lock)\.db cannot be written: let this user write to it, or set VITRINE_DATA_DIR/,
    );
    expect(stdout.trim()).toContain(dataDir);
  });
});

test('a usable data folder is accepted when new and when reopened', async () => {
  expect(faultOf()).toBe('none');
  await fill();
  expect(faultOf()).toBe('none');
});

describe('data of a newer version', () => {
  changeLimits({ schemaCheckMs: 0 });

  test('is rejected in a data folder, with both versions in the message, and is unchanged', async () => {
    await fill();
    const database = new DatabaseSync(path());
    database.exec('PRAGMA user_version = 7');
    const sentence = `The data folder ${dataDir} was written by a newer Vitrine (data version 7, this one reads up to 1). Start the newer one, or set VITRINE_DATA_DIR to another folder.`;
    expect(faultOf()).toBe(sentence);
    expect(open).toThrow(sentence);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 7 });
    database.close();
  });

  test('is rejected in Redis, by the launcher and by every command', async () => {
    const redis = await startRedisServer();
    const admin = new Redis(redis.url);
    const key = createKeys(productKeyPrefix).schemaVersion;
    const first = openStores({ redisUrl: redis.url, dataDir, artifactTtlSeconds, nowMs: Date.now });
    await first.conversations.create(sampleConversation());
    expect(await admin.get(key)).toBe('1');
    await admin.set(key, '7');
    const sentence =
      'What Redis holds was written by a newer Vitrine (data version 7, this one reads up to 1). Start the newer one, or set REDIS_URL to another Redis.';
    expect(await checkRedis(redis.url)).toBe(sentence);
    const second = openStores({ redisUrl: redis.url, dataDir, artifactTtlSeconds, nowMs: Date.now });
    expect(await second.health()).toBe(sentence);
    await expect(second.conversations.list()).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: sentence,
    });
    // So does a server that was there before.
    await expect(first.conversations.list()).rejects.toMatchObject({ message: sentence });
    await Promise.all([first.close(), second.close()]);
    admin.disconnect();
    await redis.stop();
  });
});

test('a store without a version is accepted, and gets one', async () => {
  await fill();
  const database = new DatabaseSync(path());
  database.exec('PRAGMA user_version = 0');
  expect(faultOf()).toBe('none');
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  database.close();
});

describe('a Redis that refuses the connection', () => {
  test.each([
    ['with a wrong password', ':wrong@', 'Redis refuses the user or password in REDIS_URL: correct it.'],
    ['without one', '', 'Redis asks for a password: put it into REDIS_URL (redis://:password@host:port).'],
  ])('is reported as such: %s', async (_name, credentials, sentence) => {
    const redis = await startRedisServer({ password: 'right' });
    const url = `redis://${credentials}127.0.0.1:${redis.port}`;
    expect(await checkRedis(url)).toBe(sentence);
    const stores = openStores({ redisUrl: url, dataDir, artifactTtlSeconds, nowMs: Date.now });
    expect(await stores.health()).toBe(sentence);
    await stores.close();
    await redis.stop();
  });
});
