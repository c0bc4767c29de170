import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { copyToFolder } from '#lib/stores/back-up-redis.ts';
import { fillStore } from '#lib/stores/fill-store.ts';
import { productKeyPrefix } from '#lib/stores/redis/keys.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { openRecording, openServices } from '../support/stored/open-recording.ts';
import { readStored, type Stored } from '../support/stored/read-stored.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe('all that people find of what is stored', () => {
  test('is the same in Redis, copied from a data folder', async () => {
    const recording = await openRecording('unversioned', 'SQLite');
    ends.push(recording.close);
    const stored = await readStored(recording.services);
    const { url, stop } = await startRedisServer();
    ends.push(stop);
    const filled = openRedisStores({ url, keyPrefix: productKeyPrefix, isFilling: true });
    await fillStore(recording.services.stores, filled, 'Redis');
    await filled.close();
    const services = openServices(recording.dataDir, url);
    ends.push(() => services.shutDown());
    expect(withoutWork(await readStored(services))).toEqual(withoutWork(stored));
  });

  test('is the same in a data folder, copied from Redis', async () => {
    const recording = await openRecording('unversioned', 'Redis');
    ends.push(recording.close);
    const stored = await readStored(recording.services);
    await copyToFolder(recording.services.stores, join(recording.dataDir, 'data'), Date.now);
    const services = openServices(recording.dataDir, null);
    ends.push(() => services.shutDown());
    expect(withoutWork(await readStored(services))).toEqual(withoutWork(stored));
  });
});

/** A run that had no end when it was recorded, and that nobody works on, is picked up where it was copied to. */
const withoutWork = (stored: Stored) => ({
  ...stored,
  conversations: stored.conversations.map(
    ({ conversation: { isWorking: _isWorking, ...rest }, ...each }) => ({
      ...{ ...each, conversation: rest },
    }),
  ),
});
