import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAnswer } from './expect-answer.ts';
import { freePort } from './free-port.ts';
import { routeOf } from './route-named.ts';
import { atWorkerEnd, countStart } from './worker-end.ts';

const root = join(import.meta.dirname, '..', '..');

export interface VitrineServer {
  url: string;
  pid: number;
  dataDir: string;
  /** Same-origin JSON request. A JSON answer is compared with what its row of the route table says. */
  request(
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null }>;
  output(): string;
}

export interface ServerOptions {
  /** `false`: its Redis does not run as it starts. */
  isStoreThere?: boolean;
  environment?: Record<string, string>;
  /** To start again on the same data. */
  dataDir?: string;
  workspace?: string;
  /** What the launcher is started by, with its arguments; Node by itself where there is none. */
  startedBy?: readonly string[];
  /** With its arguments; that of the checkout, unless it is given. */
  launcher?: readonly string[];
  /** For settings that name it; a free one where there is none. */
  port?: number;
}

/** In a folder that goes with the worker, and with it the clones that a server keeps beside its data. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-data-'));
  atWorkerEnd('folders', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

/** A minimal environment: nothing of the machine's settings reaches the server under test. */
export const cleanEnvironment = (extra: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: tmpdir(),
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  ...extra,
});

/** Runs the launcher, and gives back what it said and its exit code. */
export async function runLauncher(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.ts')], {
    cwd: root,
    env: cleanEnvironment(environment),
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

/** Starts the built server by its launcher on a free port, and waits until this very process says that it listens. */
export async function startVitrine(options: ServerOptions = {}): Promise<VitrineServer> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? newDataDir();
  const launcher = options.launcher ?? [join(root, 'scripts', 'start.ts')];
  const [program = '', ...args] = [...(options.startedBy ?? []), process.execPath, ...launcher];
  const child = spawn(program, args, {
    cwd: root,
    env: cleanEnvironment({
      PORT: String(port),
      VITRINE_DATA_DIR: dataDir,
      VITRINE_WORKSPACES: options.workspace ?? root,
      // Tests ask as a proxy does: they say which address somebody comes from.
      VITRINE_TRUSTED_PROXIES: '127.0.0.1',
      ...options.environment,
    }),
  });
  countStart('server');
  const forget = atWorkerEnd('processes', () => child.kill('SIGKILL'));
  child.once('close', forget);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  await ready(child, () => output);
  const url = `http://127.0.0.1:${port}`;
  if (options.environment?.REDIS_URL && options.isStoreThere !== false) await untilStoreAnswers(url);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    async request(path, { method = 'GET', body, headers = {} } = {}) {
      const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { Origin: url, ...json, ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      await checkJson(method, path, response);
      return response;
    },
    async end(signal = 'SIGKILL') {
      return { code: await ended(child, signal) };
    },
  };
}

async function checkJson(method: string, path: string, response: Response): Promise<void> {
  const { headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  // The bytes of an artifact may be JSON too; they, and files to download, name a file.
  if (!isJson || headers.has('content-disposition')) return;
  const route = routeOf(method, path);
  if (route) expectAnswer(route, response, await response.clone().text());
}

/** A server listens before its Redis has answered it. */
async function untilStoreAnswers(url: string): Promise<void> {
  const deadline = Date.now() + 90_000;
  while ((await fetch(`${url}/api/health`)).status !== 200) {
    if (Date.now() > deadline) throw new Error(`the store of ${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Next prints it once its port is bound, so no other server can be the one that answers there. */
async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (!output().includes('Ready in')) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the server did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const closed = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  child.kill(signal);
  return await closed;
}
