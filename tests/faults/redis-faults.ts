import { until } from '../support/conversations.ts';
import type { RedisProcess } from '../support/redis-process.ts';
import type { Deployment } from './deployment.ts';
import { type Fault, hasRedis, isOneRedis, NotFeltError } from './fault.ts';
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

/** Of those that answer. */
async function masterCount({ nodes }: Deployment): Promise<number> {
  const areMasters = await Promise.all(nodes.map(isMaster));
  return areMasters.filter(Boolean).length;
}

async function replicaOf({ nodes, proxies }: Deployment, master: RedisProcess): Promise<RedisProcess> {
  const port = proxies[nodes.indexOf(master)]?.port;
  for (const node of nodes) {
    const info = await node.ask((redis) => redis.info('replication'));
    if (info.includes(`master_port:${port}`)) return node;
  }
  throw new Error('the master has no replica');
}

/**
 * A failover has ended: every master has its replicas.
 * @param old the master that must be none any more; `null`: any may be
 */
async function untilFollowed(deployment: Deployment, old: RedisProcess | null): Promise<void> {
  await until(
    'the replicas follow their masters',
    async () => {
      if (old !== null && (await isMaster(old))) return false;
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

/** An old master that is back before all Sentinels know the new one is given to whoever asks one of them. */
async function untilAgreed({ sentinels, nodes, proxies }: Deployment, old: RedisProcess): Promise<void> {
  const port = String(proxies[nodes.indexOf(old)]?.port);
  const name = (sentinel: RedisProcess) =>
    sentinel.ask((redis) => redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'vitrine')) as Promise<
      string[]
    >;
  await until(
    'all Sentinels to name the new master',
    async () => (await Promise.all(sentinels.map(name))).every((address) => address[1] !== port),
    60_000,
  );
}

/** Sentinels refuse while no replica answers. */
export const startFailover = (sentinel: RedisProcess): Promise<boolean> =>
  sentinel
    .ask((redis) => redis.call('SENTINEL', 'FAILOVER', 'vitrine'))
    .then(() => true)
    .catch(() => false);

/** On one Redis, whose data is on disk. */
const faultsOfOne: readonly Fault[] = [
  {
    ...{ ids: ['F1', 'F2'], name: 'Redis killed, started again', target: 'redis', appliesTo: isOneRedis },
    lastsMs: [500, 3_000],
    async start({ deployment }) {
      const [node] = deployment.nodes;
      await node?.kill();
      return async () => await node?.start();
    },
  },
  {
    ...{ ids: ['F14'], name: 'Redis loading its data', target: 'redis', appliesTo: isOneRedis },
    lastsMs: [2_000, 3_000],
    async start({ deployment }) {
      const [node] = deployment.nodes;
      const isLoading = async () => {
        const info = await node?.ask((redis) => redis.info('persistence')).catch(() => '');
        return /loading:(\d)/.exec(info ?? '')?.[1] ?? null;
      };
      // From a rewritten file it answers LOADING all the while it loads; from a log of commands, after each thousand.
      await node?.ask((redis) => redis.call('BGREWRITEAOF'));
      await until('the file to be written', async () => {
        const info = await node?.ask((redis) => redis.info('persistence'));
        return info?.includes('aof_rewrite_in_progress:0') && info.includes('aof_rewrite_scheduled:0');
      });
      await node?.kill();
      const slowly = [
        ['--key-load-delay', '20000'],
        ['--loading-process-events-interval-bytes', '1024'],
      ];
      await node?.start(slowly, false);
      await until('it to load', async () => (await isLoading()) === '1');
      return async () => {
        await node?.ask((redis) => redis.config('SET', 'key-load-delay', '0'));
        await until('the data to be loaded', async () => (await isLoading()) === '0', 90_000);
      };
    },
  },
  {
    ...{ ids: ['F9'], name: 'Redis full', target: 'redis', appliesTo: isOneRedis },
    lastsMs: [1_000, 4_000],
    async start({ deployment }) {
      const [node] = deployment.nodes;
      await node?.ask((redis) => redis.config('SET', 'maxmemory', '1mb'));
      const refusal = await node?.ask((redis) => redis.set('faults', 'x')).catch((error) => error);
      if (!String(refusal).includes('OOM')) throw new Error('it takes more all the same');
      return async () => {
        await node?.ask((redis) => redis.config('SET', 'maxmemory', '0'));
      };
    },
  },
  {
    ...{ ids: ['F13'], name: 'Redis read-only', target: 'redis', appliesTo: isOneRedis },
    lastsMs: [1_000, 4_000],
    async start({ deployment }) {
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
    ...{ lastsMs: [500, 2_000], mayFailOver: true },
    async start({ deployment }, random) {
      const master = await pickMaster(deployment, random);
      const before = await masterCount(deployment);
      await master.kill();
      return async () => {
        await until('a replica to take over', async () => (await masterCount(deployment)) === before, 60_000);
        await untilAgreed(deployment, master);
        await master.start();
        await untilFollowed(deployment, master);
      };
    },
  },
  {
    ...{ ids: ['F13'], name: 'planned failover', target: 'redis', appliesTo: hasReplicas },
    lastsMs: [2_000, 4_000],
    async start({ deployment }, random) {
      const [sentinel] = deployment.sentinels;
      const master = await pickMaster(deployment, random);
      if (sentinel) {
        // As docs/hosting.md says: a Sentinel lets the old master confirm what the new one does not get.
        await master.ask((redis) => redis.call('CLIENT', 'PAUSE', 15_000, 'WRITE'));
        await until('a replica to be fit to take over', () => startFailover(sentinel), 90_000);
      } else {
        const replica = await replicaOf(deployment, master);
        await replica.ask((redis) => redis.cluster('FAILOVER'));
      }
      return async () => await untilFollowed(deployment, master);
    },
  },
  {
    ...{ ids: ['F13'], name: 'slots moved', target: 'redis' },
    appliesTo: ({ name }) => name === 'Cluster',
    lastsMs: [500, 1_000],
    async start({ deployment }, random) {
      const source = await pickMaster(deployment, random);
      const masters: RedisProcess[] = [];
      for (const node of deployment.nodes) if (node !== source && (await isMaster(node))) masters.push(node);
      const target = random.pick(masters);
      const slots = (await source.ask(slotsWithKeys)).slice(0, 40);
      if (slots.length === 0) throw new NotFeltError('there is no slot to move');
      await moveSlots(deployment, source, target, slots);
      return async () => await moveSlots(deployment, target, source, slots);
    },
  },
];

/** Slots with keys, one by one with their keys, as `redis-cli --cluster reshard` does. */
async function moveSlots(
  { nodes }: Deployment,
  source: RedisProcess,
  target: RedisProcess,
  slots: readonly number[],
): Promise<void> {
  const [sourceId, targetId] = await Promise.all(
    [source, target].map((node) => node.ask(async (redis) => String(await redis.cluster('MYID')))),
  );
  for (const slot of slots) {
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
    ...{ lastsMs: [2_500, 5_000], mayFailOver: true },
    async start({ deployment }) {
      for (const node of deployment.nodes) node.signal('SIGSTOP');
      return async () => {
        for (const node of deployment.nodes) node.signal('SIGCONT');
        if (hasReplicas(deployment)) await untilFollowed(deployment, null);
      };
    },
  },
];
