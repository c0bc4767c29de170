import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisProcess } from '../support/redis-process.ts';
import { until } from '../support/redis-process.ts';
import type { Deployment } from './deployment.ts';
import { type Fault, hasRedis, isOneRedis } from './fault.ts';
import { areAllFollowed } from './open-deployment.ts';
import type { Random } from './random.ts';

const hasReplicas = ({ name }: Deployment) => name === 'Sentinel' || name === 'Cluster';

async function isMaster(node: RedisProcess): Promise<boolean> {
  const info = await node.ask((redis) => redis.info('replication')).catch(() => '');
  return info.includes('role:master');
}

async function pickMaster({ nodes }: Deployment, random: Random): Promise<RedisProcess> {
  const masters: RedisProcess[] = [];
  for (const node of nodes) if (await isMaster(node)) masters.push(node);
  return random.pick(masters);
}

async function replicaOf({ nodes, proxies }: Deployment, master: RedisProcess): Promise<RedisProcess> {
  const port = proxies[nodes.indexOf(master)]?.port;
  for (const node of nodes) {
    const info = await node.ask((redis) => redis.info('replication'));
    if (info.includes(`master_port:${port}`)) return node;
  }
  throw new Error('the master has no replica');
}

/** A failover has ended: every master has its replicas, and Sentinels agree. */
async function untilFollowed(deployment: Deployment): Promise<void> {
  await until(
    'the replicas follow their masters',
    async () => {
      if (deployment.name === 'Cluster') return await areAllFollowed(deployment.nodes);
      const infos = await Promise.all(
        deployment.nodes.map((node) => node.ask((redis) => redis.info('replication')).catch(() => '')),
      );
      const followed = infos.filter((info) => /role:master[\s\S]*connected_slaves:2/.test(info));
      return (
        followed.length === 1 && infos.filter((info) => info.includes('master_link_status:up')).length === 2
      );
    },
    90_000,
  );
}

/** Sentinels refuse while no replica answers. */
const hasBegun = (sentinel: RedisProcess): Promise<boolean> =>
  sentinel
    .ask((redis) => redis.call('SENTINEL', 'FAILOVER', 'vitrine'))
    .then(() => true)
    .catch(() => false);

/** On one Redis, whose data is on disk. */
const faultsOfOne: readonly Fault[] = [
  {
    ...{ ids: ['F1', 'F2'], name: 'Redis killed, started again', target: 'redis', appliesTo: isOneRedis },
    lastsMs: [500, 3_000],
    async begin({ deployment }) {
      const [node] = deployment.nodes;
      await node?.kill();
      return async () => await node?.start();
    },
  },
  {
    ...{ ids: ['F14'], name: 'Redis loading its data', target: 'redis', appliesTo: isOneRedis },
    lastsMs: [3_000, 3_000],
    async begin({ deployment }) {
      const [node] = deployment.nodes;
      await node?.kill();
      // Slow on purpose: it answers LOADING meanwhile.
      await node?.start(
        [
          ['--key-load-delay', '1500'],
          ['--loading-process-events-interval-bytes', '1024'],
        ],
        false,
      );
      return async () => {
        await node?.ask((redis) => redis.config('SET', 'key-load-delay', '0'));
        await until(
          'the data is loaded',
          async () => {
            const info = await node?.ask((redis) => redis.info('persistence')).catch(() => 'loading:1');
            return info?.includes('loading:0') === true;
          },
          90_000,
        );
      };
    },
  },
  {
    ...{ ids: ['F9'], name: 'Redis full', target: 'redis', appliesTo: isOneRedis },
    lastsMs: [1_000, 4_000],
    async begin({ deployment }) {
      const [node] = deployment.nodes;
      await node?.ask((redis) => redis.config('SET', 'maxmemory', '1mb'));
      return async () => {
        await node?.ask((redis) => redis.config('SET', 'maxmemory', '0'));
      };
    },
  },
  {
    ...{ ids: ['F13'], name: 'Redis read-only', target: 'redis', appliesTo: isOneRedis },
    lastsMs: [1_000, 4_000],
    async begin({ deployment }) {
      const [node] = deployment.nodes;
      // A replica of nobody: nothing listens there.
      await node?.ask((redis) => redis.replicaof('127.0.0.1', 1));
      return async () => {
        await node?.ask((redis) => redis.replicaof('NO', 'ONE'));
      };
    },
  },
];

const faultsOfReplicas: readonly Fault[] = [
  {
    ...{ ids: ['F13'], name: 'master killed, replica takes over', target: 'redis', appliesTo: hasReplicas },
    lastsMs: [5_000, 8_000],
    async begin({ deployment }, random) {
      const master = await pickMaster(deployment, random);
      await master.kill();
      return async () => {
        await master.start();
        await untilFollowed(deployment);
      };
    },
  },
  {
    ...{ ids: ['F13'], name: 'planned failover', target: 'redis', appliesTo: hasReplicas },
    lastsMs: [2_000, 4_000],
    async begin({ deployment }, random) {
      const [sentinel] = deployment.sentinels;
      if (sentinel) {
        // As docs/hosting.md says: a Sentinel lets the old master confirm what the new one does not get.
        const master = await pickMaster(deployment, random);
        await master.ask((redis) => redis.call('CLIENT', 'PAUSE', 15_000, 'WRITE'));
        await until('a replica is fit to take over', () => hasBegun(sentinel), 90_000);
      } else {
        const replica = await replicaOf(deployment, await pickMaster(deployment, random));
        await replica.ask((redis) => redis.cluster('FAILOVER'));
      }
      return async () => {
        await sleep(1_000);
        await untilFollowed(deployment);
      };
    },
  },
  {
    ...{ ids: ['F13'], name: 'slots moved', target: 'redis' },
    appliesTo: ({ name }) => name === 'Cluster',
    lastsMs: [500, 1_000],
    async begin({ deployment }, random) {
      const source = await pickMaster(deployment, random);
      const masters: RedisProcess[] = [];
      for (const node of deployment.nodes) if (node !== source && (await isMaster(node))) masters.push(node);
      const target = random.pick(masters);
      await moveSlots(deployment, source, target);
      return async () => await moveSlots(deployment, target, source);
    },
  },
];

/** All slots with keys, one by one with their keys, as `redis-cli --cluster reshard` does. */
async function moveSlots({ nodes }: Deployment, source: RedisProcess, target: RedisProcess): Promise<void> {
  const [sourceId, targetId] = await Promise.all(
    [source, target].map((node) => node.ask(async (redis) => String(await redis.cluster('MYID')))),
  );
  const slots = await source.ask(slotsWithKeys);
  for (const slot of slots.slice(0, 40)) {
    await target.ask((redis) => redis.cluster('SETSLOT', slot, 'IMPORTING', sourceId ?? ''));
    await source.ask((redis) => redis.cluster('SETSLOT', slot, 'MIGRATING', targetId ?? ''));
    await source.ask(async (redis) => {
      for (;;) {
        const keys = (await redis.cluster('GETKEYSINSLOT', slot, 50)) as string[];
        if (keys.length === 0) return;
        await redis.call('MIGRATE', '127.0.0.1', target.port, '', 0, 5_000, 'KEYS', ...keys);
      }
    });
    for (const node of [target, source, ...nodes]) {
      await node.ask((redis) => redis.cluster('SETSLOT', slot, 'NODE', targetId ?? '')).catch(() => {});
    }
  }
}

async function slotsWithKeys(redis: Parameters<Parameters<RedisProcess['ask']>[0]>[0]): Promise<number[]> {
  const slots = new Set<number>();
  const keys = await redis.keys('*');
  for (const key of keys) slots.add(Number(await redis.cluster('KEYSLOT', key)));
  return [...slots];
}

/** In the processes of Redis. */
export const redisFaults: readonly Fault[] = [
  ...faultsOfOne,
  ...faultsOfReplicas,
  {
    ...{ ids: ['F5'], name: 'Redis paused', target: 'redis', appliesTo: hasRedis },
    lastsMs: [2_500, 5_000],
    async begin({ deployment }) {
      for (const node of deployment.nodes) node.signal('SIGSTOP');
      return async () => {
        for (const node of deployment.nodes) node.signal('SIGCONT');
        if (hasReplicas(deployment)) await untilFollowed(deployment);
      };
    },
  },
];
