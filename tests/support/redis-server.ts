import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

const program = '/usr/bin/redis-server';
const dumpFile = 'dump.rdb';

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
  const { stop, port, folder } = await start(settings, { dump: options.dump, password, port: options.port });
  const credentials = password === undefined ? '' : `:${password}@`;
  return {
    port,
    url: `redis://${credentials}127.0.0.1:${port}`,
    dump: () => takeDump(`redis://${credentials}127.0.0.1:${port}`, folder),
    stop,
  };
}

async function takeDump(url: string, folder: string): Promise<Buffer> {
  const client = new Redis(url);
  await client.save().finally(() => client.disconnect());
  return await readFile(join(folder, dumpFile));
}

/** Starts a Redis Cluster of two nodes that have half of the slots each. */
export async function startRedisCluster(): Promise<Pick<RedisServer, 'url' | 'stop'>> {
  const nodes = await Promise.all([startClusterNode(), startClusterNode()]);
  const [first, second] = nodes;
  const clients = nodes.map(({ port }) => new Redis(port));
  const [firstClient, secondClient] = clients;
  if (!first || !second || !firstClient || !secondClient) throw new Error('two nodes are needed');
  await firstClient.cluster('ADDSLOTSRANGE', 0, 8191);
  await secondClient.cluster('ADDSLOTSRANGE', 8192, 16383);
  await firstClient.cluster('MEET', '127.0.0.1', second.port, second.busPort);
  for (const client of clients) {
    await until('the cluster forms', async () =>
      /cluster_state:ok/.test(String(await client.cluster('INFO'))),
    );
    client.disconnect();
  }
  return {
    url: nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function startClusterNode(): Promise<StartedProcess & { busPort: number }> {
  const busPort = await freePort();
  const node = await start([
    ['--cluster-enabled', 'yes'],
    ['--cluster-port', String(busPort)],
    ['--cluster-announce-ip', '127.0.0.1'],
  ]);
  return { ...node, busPort };
}

async function start(settings: string[][], options: StartOptions = {}): Promise<StartedProcess> {
  if (!existsSync(program)) {
    throw new Error(`These tests need Redis (${program}). Install it: apt-get install -y redis-server`);
  }
  return await startOn(options.port ?? (await freePort()), settings, options);
}

interface StartOptions {
  dump?: Uint8Array | undefined;
  password?: string | undefined;
  port?: number | undefined;
}

interface StartedProcess {
  port: number;
  /** Where it keeps its files. */
  folder: string;
  stop(): Promise<void>;
}

async function startOn(
  port: number,
  settings: string[][],
  { dump, password }: StartOptions,
): Promise<StartedProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-redis-'));
  if (dump) await writeFile(join(folder, dumpFile), dump);
  // It ends with this process, however that ends: a worker that is killed can stop nothing. `setpriv` becomes Redis.
  const child = spawn(
    '/usr/bin/setpriv',
    [
      '--pdeathsig',
      'KILL',
      program,
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      ...settings.flat(),
    ],
    { stdio: 'ignore' },
  );
  const stop = async () => {
    await stopProcess(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('Redis answers', async () => {
      if (child.exitCode !== null) throw new Error(`redis-server exited with ${child.exitCode}`);
      return (await processIdBehind(port, password)) === child.pid;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, folder, stop };
}

/** `null`: nothing answers there yet. */
async function processIdBehind(port: number, password: string | undefined): Promise<number | null> {
  const redis = new Redis(port, {
    ...(password === undefined ? {} : { password }),
    retryStrategy: () => null,
    commandTimeout: 1_000,
  });
  redis.on('error', () => {});
  try {
    await redis.ping();
    return Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await exited;
  clearTimeout(timer);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited too long: ${what}`);
    await sleep(20);
  }
}
