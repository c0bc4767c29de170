import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkRedis } from '#lib/stores/redis/check-redis.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { message, newId } from '../contracts/samples.ts';
import { until } from '../support/conversations.ts';
import { freePort } from '../support/free-port.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { createSelfSigned, type SelfSigned } from '../support/self-signed.ts';

let tls: SelfSigned;
let master: RedisProcess;
let sentinels: { process: RedisProcess; tlsPort: number }[] = [];
let stores: Stores;

const passwords = { redis: 'of-redis', sentinel: 'of-sentinels' };
const urlWith = (sentinelPassword: string): string =>
  `rediss-sentinel://:${passwords.redis}@${sentinels.map(({ tlsPort }) => `127.0.0.1:${tlsPort}`).join(',')}/team?sentinelPassword=${sentinelPassword}`;

/** Those who want to know of another master, of all Sentinels. */
async function watchers(): Promise<number> {
  const lists = await Promise.all(
    sentinels.map(({ process }) =>
      process
        .ask(async (redis) => String(await redis.call('CLIENT', 'LIST', 'TYPE', 'pubsub')))
        .catch(() => ''),
    ),
  );
  return lists.join('').split('\n').filter(Boolean).length;
}

beforeAll(async () => {
  tls = createSelfSigned();
  const tlsPort = await freePort();
  const secured = tls.redisSettings(tlsPort).map(([name, value]) => [`--${name}`, value]);
  master = await startRedisProcess({
    settings: [...secured, ['--requirepass', passwords.redis]],
    password: passwords.redis,
  });
  for (let at = 0; at < 2; at += 1) {
    const ownPort = await freePort();
    const lines = [
      ...tls.redisSettings(ownPort).map((setting) => setting.join(' ')),
      'tls-replication yes',
      `requirepass ${passwords.sentinel}`,
      // Only TLS is spoken there: what came in the clear would not be understood.
      `sentinel monitor team 127.0.0.1 ${tlsPort} 1`,
      `sentinel auth-pass team ${passwords.redis}`,
    ];
    const process = await startRedisProcess({ sentinel: lines, password: passwords.sentinel });
    sentinels.push({ process, tlsPort: ownPort });
  }
});
afterAll(async () => {
  for (const { process } of sentinels) await process.stop();
  sentinels = [];
  await master?.stop();
  tls?.remove();
});
beforeEach(() => {
  // The certificate is signed by nobody.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  stores = openRedisStores({ url: urlWith(passwords.sentinel), keyPrefix: 'test:' });
});
afterEach(async () => await stores.close());

const answers = () => until('the store to answer', async () => (await stores.health()) === null, 20_000);

test('the master is found by Sentinels with TLS and a password, and events come by it', async () => {
  await answers();
  expect(await checkRedis(urlWith(passwords.sentinel))).toBeNull();
  const id = newId('conv');
  const called = vi.fn();
  const stop = stores.events.subscribe(id, called);
  await vi.waitFor(() => expect(called).toHaveBeenCalled(), 10_000);
  called.mockClear();
  await stores.events.append(id, [message('hello')]);
  await vi.waitFor(() => expect(called).toHaveBeenCalled(), 10_000);
  stop();
});

test('a wrong password of the Sentinels is named at the start', async () => {
  expect(await checkRedis(urlWith('wrong'))).toMatch(
    /^The Sentinels in REDIS_URL ask for a password, or refuse it/,
  );
});

test('however often connections are lost, each Sentinel is watched by as many, and by none after the end', async () => {
  await answers();
  await until('both connections to watch both', async () => (await watchers()) === 4);
  for (let cut = 0; cut < 4; cut += 1) {
    await master.ask((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
    await master.ask((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
    await answers();
  }
  expect(await watchers()).toBe(4);
  await stores.close();
  await until('nobody to watch', async () => (await watchers()) === 0);
});

test('a Sentinel that goes away is missed by nobody, and is watched again once it is back', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  await answers();
  const [first] = sentinels;
  await first?.process.kill();
  await master.ask((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
  await answers();
  await first?.process.start();
  await until('both to be watched again', async () => (await watchers()) === 4, 20_000);
  expect(printed).not.toHaveBeenCalled();
});
