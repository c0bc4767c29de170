import type { ChildProcess } from 'node:child_process';
import type { Server } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeasuredTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import type { FromProxy, ToProxy } from './proxy-messages.ts';
import { spawnApart } from './spawn-apart.ts';

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

/** How long it may take to answer: one that hangs is ended, and the next command has another. */
const answerMs = 5_000;
/** Of its heap; what passes through it is not in it. */
const maxHeapMegabytes = 256;

/** @param bwrapPath ends the process with this one, even if it hangs */
export function createProxyProcess(bwrapPath: string): ProxyProcess {
  let running: Running | null = null;
  let isClosed = false;
  return {
    async open(message, listener) {
      if (isClosed) throw new Error('The server ends');
      if (!running?.child.connected) running = start(bwrapPath);
      const current = running;
      if ((await ask(current, message, listener))?.kind !== 'opened')
        throw new Error('The proxy of commands could not be started');
      return {
        async close() {
          const closed = await ask(current, { kind: 'close', id: message.id });
          return closed?.kind === 'closed' ? closed.traffic : unknownTraffic;
        },
      };
    },
    close() {
      isClosed = true;
      running?.child.kill('SIGKILL');
    },
  };
}

/** What is reported where nobody knows. */
const unknownTraffic: MeasuredTraffic[] = [
  { host: 'any host', port: 0, refusal: 'proxy_ended', connections: 0, sentBytes: 0, receivedBytes: 0 },
];

function start(bwrapPath: string): Running {
  // A source file in development and tests, a module of the package in a build.
  const program = fileURLToPath(new URL(`./proxy-process${extname(import.meta.url)}`, import.meta.url));
  const folder = program.slice(0, program.lastIndexOf('/lib/') + '/lib/'.length);
  const flags = ['--permission', `--allow-fs-read=${folder}`, `--max-old-space-size=${maxHeapMegabytes}`];
  const child = spawnApart(
    [bwrapPath, '--die-with-parent', '--dev-bind', '/', '/', '--', process.execPath, ...flags, program],
    'ignore',
  );
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
  const late = setTimeout(() => child.kill('SIGKILL'), answerMs);
  child.send(message, listener, (error) => {
    if (error) resolve(null);
  });
  return await promise.finally(() => {
    clearTimeout(late);
    waiting.delete(message.id);
  });
}
