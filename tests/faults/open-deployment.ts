import { until } from '../support/conversations.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { createSelfSigned } from '../support/self-signed.ts';
import type { Deployment, DeploymentName } from './deployment.ts';

/** What docs/hosting.md gives a user of least rights. */
const aclUser = (more = ''): string[] =>
  `vitrine on >faults resetkeys resetchannels ~vitrine:* &vitrine:* -@all +@read +@write +@keyspace +@scripting +@pubsub +@connection -@dangerous +time +info +config|get${more}`.split(
    ' ',
  );
const credentials = 'vitrine:faults@';
/** What was confirmed is on disk when a process is killed, as docs/hosting.md asks for. */
const persistent = [
  ['--appendonly', 'yes'],
  ['--appendfsync', 'everysec'],
  ['--maxmemory-policy', 'noeviction'],
];

/** Enough for what an hour of rounds stores: only the fault fills it. */
const smallDiskBytes = 96 * 1024 * 1024;

export async function openDeployment(name: DeploymentName): Promise<Deployment> {
  switch (name) {
    case 'SQLite':
      return deploymentOf(name, ['all'], {}, [], []);
    case 'SQLite, small disk':
      return { ...deploymentOf(name, ['all'], {}, [], []), diskBytes: smallDiskBytes };
    case 'Redis':
      return await openOneRedis(name, ['all']);
    case 'Redis, a web process and two runners':
      return await openOneRedis(name, ['web', 'runner', 'runner']);
    case 'Redis, two servers':
      return await openOneRedisWithTls(name);
    case 'Sentinel':
      return await openSentinel();
    case 'Cluster':
      return await openCluster();
  }
}

async function openOneRedis(name: DeploymentName, roles: Deployment['roles']): Promise<Deployment> {
  const node = await startRedisProcess({ settings: [...persistent, ['--user', ...aclUser()]] });
  const proxy = await startFaultProxy(node.port);
  const url = `redis://${credentials}127.0.0.1:${proxy.port}`;
  return deploymentOf(name, roles, { REDIS_URL: url }, [proxy], [node]);
}

async function openOneRedisWithTls(name: DeploymentName): Promise<Deployment> {
  const tls = createSelfSigned();
  const tlsPort = await freePort();
  const node = await startRedisProcess({
    settings: [
      ...persistent,
      ['--user', ...aclUser()],
      ...tls.redisSettings(tlsPort).map(([setting, value]) => [`--${setting}`, value]),
    ],
  });
  const proxy = await startFaultProxy(tlsPort);
  const url = `rediss://${credentials}localhost:${proxy.port}`;
  const environment = { REDIS_URL: url, NODE_EXTRA_CA_CERTS: tls.certificate };
  const deployment = deploymentOf(name, ['all', 'all'], environment, [proxy], [node]);
  return {
    ...deployment,
    hasTeam: true,
    async close() {
      await deployment.close();
      tls.remove();
    },
  };
}

/** A master and two replicas, and three Sentinels that name them by the ports of their proxies. */
async function openSentinel(): Promise<Deployment> {
  const proxies: FaultProxy[] = [];
  const nodes: RedisProcess[] = [];
  for (let at = 0; at < 3; at += 1) {
    const port = await freePort();
    const proxy = await startFaultProxy(port);
    const master = proxies[0];
    const settings = [
      ...persistent,
      ['--user', ...aclUser()],
      ['--replica-announce-ip', '127.0.0.1'],
      ['--replica-announce-port', String(proxy.port)],
      ['--repl-diskless-sync-delay', '0'],
      ...(master ? [['--replicaof', '127.0.0.1', String(master.port)]] : []),
    ];
    nodes.push(await startRedisProcess({ port, settings }));
    proxies.push(proxy);
  }
  await until('the replicas follow', async () => (await replicaCount(nodes[0])) === 2);
  const sentinels: RedisProcess[] = [];
  for (let at = 0; at < 3; at += 1) {
    const lines = [
      `sentinel monitor vitrine 127.0.0.1 ${proxies[0]?.port} 2`,
      'sentinel down-after-milliseconds vitrine 1000',
      'sentinel failover-timeout vitrine 5000',
      'sentinel announce-ip 127.0.0.1',
    ];
    sentinels.push(await startRedisProcess({ sentinel: lines }));
  }
  await until(
    'the Sentinels know one another',
    async () => {
      const counts = await Promise.all(
        sentinels.map(async (each) => {
          const found = await each.ask((redis) => redis.call('SENTINEL', 'MASTER', 'vitrine'));
          const fields = found as string[];
          return [
            fields[fields.indexOf('num-slaves') + 1],
            fields[fields.indexOf('num-other-sentinels') + 1],
          ];
        }),
      );
      return counts.every(([replicas, others]) => replicas === '2' && others === '2');
    },
    60_000,
  );
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const environment = { REDIS_URL: `redis-sentinel://${credentials}${hosts}/vitrine` };
  return deploymentOf('Sentinel', ['all', 'all'], environment, proxies, nodes, sentinels);
}

async function replicaCount(master: RedisProcess | undefined): Promise<number> {
  const info = await master?.ask((redis) => redis.info('replication'));
  return Number(/connected_slaves:(\d+)/.exec(info ?? '')?.[1]);
}

const slotRanges: readonly (readonly [number, number])[] = [
  [0, 5_460],
  [5_461, 10_922],
  [10_923, 16_383],
];

/** Three masters, each with a replica, which name one another by the ports of their proxies. */
async function openCluster(): Promise<Deployment> {
  const proxies: FaultProxy[] = [];
  const nodes: RedisProcess[] = [];
  const busPorts: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    const [port, busPort] = [await freePort(), await freePort()];
    const proxy = await startFaultProxy(port);
    const settings = [
      ...persistent,
      ['--user', ...aclUser(' +cluster|slots +cluster|info')],
      ['--cluster-enabled', 'yes'],
      ['--cluster-port', String(busPort)],
      ['--cluster-announce-ip', '127.0.0.1'],
      ['--cluster-announce-port', String(proxy.port)],
      ['--cluster-announce-bus-port', String(busPort)],
      ['--cluster-node-timeout', '1500'],
      ['--cluster-replica-validity-factor', '0'],
      ['--repl-diskless-sync-delay', '0'],
    ];
    nodes.push(await startRedisProcess({ port, settings }));
    proxies.push(proxy);
    busPorts.push(busPort);
  }
  const [first] = nodes;
  if (!first) throw new Error('a cluster has nodes');
  for (const [at, node] of nodes.entries()) {
    await node.ask(async (redis) => {
      await redis.cluster('SET-CONFIG-EPOCH', at + 1);
      const range = slotRanges[at];
      if (range) await redis.cluster('ADDSLOTSRANGE', ...range);
    });
    if (at > 0)
      await first.ask((redis) => redis.call('CLUSTER', 'MEET', '127.0.0.1', node.port, busPorts[at] ?? 0));
  }
  await until(
    'the nodes know one another',
    async () => {
      const known = await Promise.all(nodes.map((node) => node.ask((redis) => redis.cluster('NODES'))));
      return known.every((lines) => String(lines).trim().split('\n').length === 6);
    },
    60_000,
  );
  const ids = await Promise.all(nodes.slice(0, 3).map((node) => node.ask((redis) => redis.cluster('MYID'))));
  for (const [at, node] of nodes.slice(3).entries()) {
    await node.ask((redis) => redis.cluster('REPLICATE', String(ids[at])));
  }
  await until('the cluster is complete', () => areAllFollowed(nodes), 60_000);
  const url = proxies.map(({ port }) => `redis://${credentials}127.0.0.1:${port}`).join(',');
  return deploymentOf('Cluster', ['all', 'all'], { REDIS_URL: url }, proxies, nodes);
}

/** Whether every node says that the cluster works, and every master has its replica in step. */
export async function areAllFollowed(nodes: readonly RedisProcess[]): Promise<boolean> {
  const states = await Promise.all(
    nodes.map((node) =>
      node
        .ask(async (redis) => [String(await redis.cluster('INFO')), await redis.info('replication')] as const)
        .catch(() => ['', ''] as const),
    ),
  );
  return states.every(
    ([cluster, replication]) =>
      cluster.includes('cluster_state:ok') &&
      (replication.includes('role:master')
        ? /slave0:.*state=online/.test(replication)
        : replication.includes('master_link_status:up')),
  );
}

function deploymentOf(
  name: DeploymentName,
  roles: Deployment['roles'],
  environment: Record<string, string>,
  proxies: FaultProxy[],
  nodes: RedisProcess[],
  sentinels: RedisProcess[] = [],
): Deployment {
  return {
    ...{
      name,
      roles,
      hasTeam: false,
      diskBytes: null,
      environment,
      proxies,
      nodes,
      sentinels,
    },
    async close() {
      for (const proxy of proxies) await proxy.close();
      for (const each of [...sentinels, ...nodes]) await each.stop();
    },
  };
}
