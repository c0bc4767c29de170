import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeasuredTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import type { FromProxy, ToProxy } from './proxy-messages.ts';

/** The process of the proxy: started when it is needed, and again if it ended. */
export interface ProxyProcess {
  /** @throws if it cannot be started */
  open(
    message: ToProxy & { kind: 'open' },
    listener: Server,
  ): Promise<{ close(): Promise<MeasuredTraffic[]> }>;
  close(): void;
}

interface Running {
  child: ChildProcess;
  waiting: Map<number, (message: FromProxy | null) => void>;
}

export function createProxyProcess(): ProxyProcess {
  let running: Running | null = null;
  return {
    async open(message, listener) {
      if (!running?.child.connected) running = start();
      const current = running;
      if ((await ask(current, message, listener))?.kind !== 'opened')
        throw new Error('The proxy of commands could not be started');
      return {
        async close() {
          const closed = await ask(current, { kind: 'close', id: message.id });
          return closed?.kind === 'closed' ? closed.traffic : [];
        },
      };
    },
    close() {
      running?.child.kill('SIGKILL');
    },
  };
}

function start(): Running {
  // A source file in development and tests, a module of the package in a build.
  const program = fileURLToPath(new URL(`./proxy-process${extname(import.meta.url)}`, import.meta.url));
  const folder = program.slice(0, program.lastIndexOf('/lib/') + '/lib/'.length);
  const child = spawn(process.execPath, ['--permission', `--allow-fs-read=${folder}`, program], {
    cwd: '/',
    // No secret of the server may reach a child process.
    env: {} as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting: Running['waiting'] = new Map();
  child.on('message', (message: FromProxy) => waiting.get(message.id)?.(message));
  const end = () => {
    for (const settle of waiting.values()) settle(null);
  };
  child.once('error', end);
  child.once('close', end);
  // It must not keep the server from ending.
  child.unref();
  child.channel?.unref();
  return { child, waiting };
}

/** Its answer; `null`: it has ended. */
async function ask(
  { child, waiting }: Running,
  message: ToProxy,
  listener?: Server,
): Promise<FromProxy | null> {
  if (!child.connected) return null;
  const { promise, resolve } = Promise.withResolvers<FromProxy | null>();
  waiting.set(message.id, resolve);
  child.send(message, listener, (error) => {
    if (error) resolve(null);
  });
  return await promise.finally(() => waiting.delete(message.id));
}
