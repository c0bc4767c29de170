import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { until } from './conversations.ts';
import { freePort } from './free-port.ts';

const program = '/usr/bin/redis-server';
export const dumpFile = 'dump.rdb';

export interface RedisProcess {
  port: number;
  /** Where it keeps its files, from one start to the next. */
  folder: string;
  /** Runs commands as the default user, on a connection of its own. */
  ask<T>(work: (redis: Redis) => Promise<T>): Promise<T>;
  signal(signal: NodeJS.Signals): void;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on its files. @param more settings of this start only */
  start(more?: string[][], isReady?: boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface RedisProcessOptions {
  settings?: string[][];
  /** What `dump` gave of another one: it begins with that. */
  dump?: Uint8Array | undefined;
  password?: string | undefined;
  /** Default: a free one. */
  port?: number | undefined;
  /** It watches others. Its settings are lines of its file, which it rewrites. */
  sentinel?: string[];
}

/**
 * A real Redis without persistence, unless its settings say otherwise. It is known to be the one that answers by its process ID.
 * @throws Error where Redis is not installed: the tests that need it fail, they are never skipped
 */
export async function startRedisProcess(options: RedisProcessOptions = {}): Promise<RedisProcess> {
  if (!existsSync(program)) {
    throw new Error(`These tests need Redis (${program}). Install it: apt-get install -y redis-server`);
  }
  const { settings = [], dump, password, sentinel } = options;
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-redis-'));
  if (dump) await writeFile(join(folder, dumpFile), dump);
  const sentinelFile = join(folder, 'sentinel.conf');
  if (sentinel) await writeFile(sentinelFile, `${sentinel.join('\n')}\n`);
  const common = [
    ['--port', String(port)],
    ['--bind', '127.0.0.1'],
    ['--dir', folder],
  ];
  let child: ChildProcess | null = null;

  const ask = async <T>(work: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(port, {
      ...(password === undefined ? {} : { password }),
      retryStrategy: () => null,
      commandTimeout: 5_000,
      // It is asked while it loads, too.
      enableReadyCheck: false,
    });
    redis.on('error', () => {});
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  };
  const start: RedisProcess['start'] = async (more = [], isReady = true) => {
    const words = sentinel
      ? [sentinelFile, '--sentinel', ...common.flat()]
      : [...common.flat(), '--save', '', ...settings.flat(), ...more.flat()];
    // It ends with this process, however that ends: a worker that is killed can stop nothing. `setpriv` becomes Redis.
    const started = spawn('/usr/bin/setpriv', ['--pdeathsig', 'KILL', program, ...words], {
      stdio: 'ignore',
    });
    child = started;
    if (!isReady) return;
    await until('Redis to answer', async () => {
      if (started.exitCode !== null) throw new Error(`redis-server exited with ${started.exitCode}`);
      return (await ask(processIdOf).catch(() => null)) === started.pid;
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child) await endProcess(child, signal);
    child = null;
  };
  const stop = async () => {
    await end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    folder,
    ask,
    signal: (signal) => void child?.kill(signal),
    kill: () => end('SIGKILL'),
    start,
    stop,
  };
}

async function processIdOf(redis: Redis): Promise<number> {
  await redis.ping();
  return Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await exited;
  clearTimeout(timer);
}
