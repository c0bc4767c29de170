import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { openConnection } from '#lib/stores/redis/connection.ts';
import { createKeys } from '#lib/stores/redis/keys.ts';
import type { Deployment } from '../faults/deployment.ts';
import { openDeployment } from '../faults/open-deployment.ts';
import { startFailover } from '../faults/redis-faults.ts';
import { until } from '../support/conversations.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';

let deployment: Deployment;
let proxies: FaultProxy[] = [];

beforeAll(async () => {
  deployment = await openDeployment('Sentinel');
  for (const { port } of deployment.sentinels) proxies.push(await startFaultProxy(port));
}, 180_000);
afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
  proxies = [];
  await deployment?.close();
});

test('a Sentinel that names a new master while others are still asked for it does not end the connection for good', async () => {
  const url = String(deployment.environment.REDIS_URL).replace(
    /@[^/]+/,
    `@${proxies.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
  );
  const connection = openConnection(url, createKeys('vitrine:'));
  const answers = () =>
    until('Redis to answer', () => connection.run((redis) => redis.ping()).catch(() => null), 30_000);
  try {
    await answers();
    const [first] = deployment.sentinels;
    await until('the Sentinels to be watched', async () =>
      (await watcherCounts()).every((count) => count === 1),
    );
    // Nobody hears of the failover, and nobody is answered who the master is.
    for (const proxy of proxies) proxy.setMode('half-open');
    await until(
      'a replica to be fit to take over',
      async () => first && (await startFailover(first)),
      60_000,
    );
    await until(
      'the news to be withheld',
      async () => proxies.every((proxy) => proxy.faultCount() > 0),
      60_000,
    );
    const before = proxies.map((proxy) => proxy.faultCount());
    // Once the old master hears of it, it closes its connections, and a Sentinel is asked, which answers nothing for 2 s.
    const askedOnes = () => proxies.filter((proxy, at) => proxy.faultCount() > (before[at] ?? 0));
    await until('a Sentinel to be asked', async () => askedOnes().length > 0, 60_000);
    const [asked] = askedOnes();
    for (const proxy of proxies) if (proxy !== asked) proxy.setMode('pass');
    await sleep(100);
    asked?.setMode('pass');
    await answers();
  } finally {
    await connection.close();
  }
}, 240_000);

/** How many connections want to hear of another master, for each Sentinel. */
const watcherCounts = () =>
  Promise.all(
    deployment.sentinels.map(async (sentinel) => {
      const list = await sentinel.ask((redis) => redis.call('CLIENT', 'LIST', 'TYPE', 'pubsub'));
      return String(list).split('\n').filter(Boolean).length;
    }),
  );
