import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Server } from 'node:net';
import { spawnApart } from './spawn-apart.ts';

/** An empty network, with a socket that listens in it. */
export interface NetworkNamespace {
  /** A process that is in it, outside any sandbox. */
  pid: number;
  /** Close it when somebody else has it. */
  listener: Server;
  isOpen(): boolean;
  /** The network goes with its last process and socket. */
  close(): void;
}

/** Where the proxy listens inside: programs without privileges cannot take this port. */
const proxyPort = 808;
export const proxyUrl = `http://127.0.0.1:${proxyPort}`;
const openMs = 10_000;

/** Sends its listening socket to whoever started it, and ends. */
const listen = `const { createServer } = require('node:net');
const server = createServer().listen(${proxyPort}, '127.0.0.1', () =>
  process.send('listening', server, () => { server.close(); process.disconnect(); }));`;

/** Keeps the network while its standard input is open. */
const script = '"$1" -e "$2" || exit 1; exec 3>&-; read -r _';

/**
 * Makes a network with nothing but a loopback device, in which a proxy outside listens. Only code of ours runs here; the
 * command joins the network later. So nothing of the proxy is in the command's sandbox, and nothing in it can end the
 * proxy.
 * @throws the system's error
 */
export async function openNetworkNamespace(bwrapPath: string): Promise<NetworkNamespace> {
  const holder = spawnApart(
    [
      ...[
        bwrapPath,
        '--unshare-user',
        '--unshare-net',
        '--cap-add',
        'CAP_NET_BIND_SERVICE',
        '--die-with-parent',
      ],
      ...['--dev-bind', '/', '/', '--', '/bin/bash', '-c', script, 'network', process.execPath, listen],
    ],
    'pipe',
  );
  holder.stdin?.on('error', () => {});
  try {
    const listener = await listenerOf(holder);
    return {
      pid: await innerPid(holder.pid ?? 0),
      listener,
      isOpen: () => holder.exitCode === null && holder.signalCode === null,
      close() {
        listener.close();
        holder.kill('SIGKILL');
      },
    };
  } catch (error) {
    holder.kill('SIGKILL');
    throw error;
  }
}

async function listenerOf(holder: ChildProcess): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const late = setTimeout(() => reject(new Error('No network was made in time')), openMs);
  holder.once('error', reject);
  holder.once('exit', (code) => reject(new Error(`A network could not be made (exit ${code})`)));
  holder.once('message', (_, listener) => {
    if (listener instanceof Server) resolve(listener);
    else reject(new Error('A network came without a socket'));
  });
  return await promise.finally(() => clearTimeout(late));
}

/** The process that bubblewrap started: it alone is in the network. */
async function innerPid(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const inner = Number.parseInt(children, 10);
  if (!Number.isInteger(inner)) throw new Error('A network ended at once');
  return inner;
}
