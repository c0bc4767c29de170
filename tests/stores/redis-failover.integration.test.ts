import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import type { Deployment } from '../faults/deployment.ts';
import { openDeployment } from '../faults/open-deployment.ts';
import { until } from '../support/conversations.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';

let deployment: Deployment;
let proxies: FaultProxy[] = [];

beforeAll(async () => {
  deployment = await openDeployment('Sentinel');
  for (const { port } of deployment.sentinels) proxies.push(await startFaultProxy(port));
}, 60_000);
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
  const stores = openRedisStores({ url, keyPrefix: 'vitrine:' });
  const answers = () => until('the store to answer', async () => (await stores.health()) === null, 30_000);
  try {
    await answers();
    // Nobody hears of the failover, and nobody is answered who the master is.
    for (const proxy of proxies) proxy.setMode('half-open');
    await deployment.sentinels[0]?.ask((redis) => redis.call('SENTINEL', 'FAILOVER', 'vitrine'));
    // Two connections watch each Sentinel.
    await until(
      'the news to be withheld',
      async () => proxies.every((proxy) => proxy.faultCount() === 2),
      60_000,
    );
    // Once the old one hears of it, it closes its connections, and the store asks a Sentinel, which answers nothing for 2 s.
    const askedOnes = () => proxies.filter((proxy) => proxy.faultCount() > 2);
    await until('the store to ask for the master', async () => askedOnes().length > 0, 60_000);
    const [asked] = askedOnes();
    for (const proxy of proxies) if (proxy !== asked) proxy.setMode('pass');
    await sleep(100);
    asked?.setMode('pass');
    await answers();
  } finally {
    await stores.close();
  }
}, 120_000);
