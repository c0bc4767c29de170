import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './conversations.ts';
import { freePort } from './free-port.ts';
import { dumpFile, type RedisProcess, startRedisProcess } from './redis-process.ts';

export interface RedisServer {
  port: number;
  /** What `REDIS_URL` takes. */
  url: string;
  /** All that it holds, as it would find it again at its start. */
  dump(): Promise<Buffer>;
  stop(): Promise<void>;
}

export interface RedisServerOptions {
  /** Default `noeviction`. */
  maxmemoryPolicy?: string;
  maxmemoryBytes?: number;
  /** As hosted services have it: there is no `CONFIG` command. */
  isConfigForbidden?: boolean;
  /** Without it Redis answers nothing. */
  password?: string;
  /** What `dump` gave of another one: it begins with that. */
  dump?: Uint8Array;
  /** Where a server already looks for it; default a free one. */
  port?: number;
}

/**
 * Starts a real Redis on a free port, without persistence. It is known to be the one that answers by its process ID.
 * @throws Error where Redis is not installed: the tests that need it fail, they are never skipped
 */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const { maxmemoryPolicy = 'noeviction', maxmemoryBytes = 0, isConfigForbidden = false, password } = options;
  const settings = [
    ['--maxmemory-policy', maxmemoryPolicy],
    ['--maxmemory', String(maxmemoryBytes)],
    ...(isConfigForbidden ? [['--rename-command', 'CONFIG', '']] : []),
    ...(password === undefined ? [] : [['--requirepass', password]]),
  ];
  const process = await startRedisProcess({ settings, ...options });
  const { port, folder, stop } = process;
  const credentials = password === undefined ? '' : `:${password}@`;
  return {
    port,
    url: `redis://${credentials}127.0.0.1:${port}`,
    async dump() {
      await process.ask((redis) => redis.save());
      return await readFile(join(folder, dumpFile));
    },
    stop,
  };
}

/** Starts a Redis Cluster of two nodes that have half of the slots each. */
export async function startRedisCluster(): Promise<Pick<RedisServer, 'url' | 'stop'>> {
  const nodes = await Promise.all([startClusterNode(), startClusterNode()]);
  const [first, second] = nodes;
  if (!first || !second) throw new Error('two nodes are needed');
  await first.ask((redis) => redis.cluster('ADDSLOTSRANGE', 0, 8191));
  await second.ask((redis) => redis.cluster('ADDSLOTSRANGE', 8192, 16383));
  await first.ask((redis) => redis.cluster('MEET', '127.0.0.1', second.port, second.busPort));
  for (const node of nodes) {
    await until('the cluster forms', async () =>
      /cluster_state:ok/.test(String(await node.ask((redis) => redis.cluster('INFO')))),
    );
  }
  return {
    url: nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function startClusterNode(): Promise<RedisProcess & { busPort: number }> {
  const busPort = await freePort();
  const node = await startRedisProcess({
    settings: [
      ['--cluster-enabled', 'yes'],
      ['--cluster-port', String(busPort)],
      ['--cluster-announce-ip', '127.0.0.1'],
    ],
  });
  return { ...node, busPort };
}
