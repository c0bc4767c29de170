import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { CommandEnd, CommandProgram, Commands } from '#lib/workspace/commands.ts';
import type { CommandEnvironment } from '#lib/workspace/environments.ts';
import type { CommandLimits } from '#lib/workspace/sandbox/command-limits.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';

const mebibyte = 1024 * 1024;

/** Small, so that what runs into them does so at once. */
export const smallLimits: Partial<CommandLimits> = {
  commandOutputBytes: 8 * mebibyte,
  commandMemoryBytes: 256 * mebibyte,
  commandProcessBytes: 2_048 * mebibyte,
  commandProcesses: 64,
  commandFileBytes: 32 * mebibyte,
  commandTmpBytes: 16 * mebibyte,
  commandSharedMemoryBytes: 8 * mebibyte,
  workspaceGrowthBytes: 64 * mebibyte,
  workspaceGrowthFiles: 2_000,
  growthWatchMs: 100,
};

export const canary = `canary-${randomUUID()}`;

export interface Outcome extends CommandEnd {
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  root?: string;
  program?: CommandProgram;
  timeoutMs?: number;
  signal?: AbortSignal;
  hosts?: readonly string[];
  environment?: CommandEnvironment;
  /** Instead of those of the bench. */
  commands?: Commands;
}

/** A server to break out to: files, sockets, an environment and a process of its own, all of the same user. */
export interface EscapeBench {
  root: string;
  /** Beside the workspace: nothing of it may be seen or changed. */
  serverFolder: string;
  tcpPort: number;
  /** A server beside it, which a command may be allowed to reach; its name leads to this machine. */
  allowedHost: string;
  canary: string;
  socketPath: string;
  abstractName: string;
  /** How often somebody got through to one of the sockets. */
  connections(): number;
  run(command: string, options?: RunOptions): Promise<Outcome>;
  newWorkspace(): string;
  commandsWith(limits: Partial<CommandLimits>): Commands;
  close(): Promise<void>;
}

/** @param folder empty, of the user the bench runs as */
export async function openEscapeBench(folder: string): Promise<EscapeBench> {
  const serverFolder = join(folder, 'server');
  mkdirSync(serverFolder);
  writeFileSync(join(serverFolder, 'secret'), canary);
  process.env.OPENAI_API_KEY = canary;
  process.env.REDIS_URL = `redis://${canary}`;
  let connections = 0;
  const servers: Server[] = [];
  const serve = async (where: { host: string; port: number } | { path: string }): Promise<Server> => {
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {}).end(canary);
    });
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(where, resolve);
    });
    return server;
  };
  const tcp = (await serve({ host: '127.0.0.1', port: 0 })).address();
  const allowed = createHttpServer(({ url }, response) => {
    if (url === '/to-private')
      response.writeHead(302, { location: `http://127.0.0.1:${portOf(tcp)}/` }).end();
    else response.end(`reached ${url}\n`);
  });
  servers.push(allowed);
  await new Promise<void>((resolve) => allowed.listen(0, '127.0.0.1', resolve));
  const allowedHost = `allowed.test:${portOf(allowed.address())}`;
  const socketPath = join(serverFolder, 'socket');
  const abstractName = `vitrine-${randomUUID()}`;
  await serve({ path: socketPath });
  await serve({ path: `\0${abstractName}` });

  const opened: Commands[] = [];
  const commandsWith = (limits: Partial<CommandLimits>) => {
    const commands = createCommands({
      mode: 'bwrap',
      limits: { ...smallLimits, ...limits },
      privateHosts: { 'allowed.test': '127.0.0.1' },
    });
    opened.push(commands);
    return commands;
  };
  const shared = commandsWith({});
  const newWorkspace = () => mkdtempSync(join(folder, 'workspace-'));
  const root = newWorkspace();

  return {
    root,
    serverFolder,
    tcpPort: portOf(tcp),
    allowedHost,
    canary,
    socketPath,
    abstractName,
    connections: () => connections,
    newWorkspace,
    commandsWith,
    async run(command, options = {}) {
      const running = await (options.commands ?? shared).run({
        root: options.root ?? root,
        conversationId: 'conv',
        program: options.program ?? { kind: 'shell', command },
        timeoutMs: options.timeoutMs ?? 20_000,
        hosts: options.hosts ?? [],
        ...(options.environment ? { environment: options.environment } : {}),
        signal: options.signal ?? new AbortController().signal,
      });
      const stated = { stdout: '', stderr: '' };
      for await (const { stream, bytes } of running.output) {
        if (stated[stream].length < mebibyte) stated[stream] += Buffer.from(bytes).toString();
      }
      return { ...stated, ...(await running.end) };
    },
    async close() {
      for (const commands of opened) await commands.close();
      for (const server of servers) server.close();
    },
  };
}

const portOf = (address: ReturnType<Server['address']>): number =>
  address !== null && typeof address === 'object' ? address.port : 0;

/** Processes of this machine whose command line holds a word. */
export function processesNaming(word: string): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(word);
    } catch {
      return false;
    }
  });
}
