import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { freePort } from '../free-port.ts';
import { type StartedProcess, startProcess } from '../start-process.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export interface PeerServer extends StartedProcess {
  url: string;
}

/**
 * Builds a minimal Next app for production with the same Next that Vitrine uses.
 * @returns its server file
 */
export async function buildPeerApp({ belongings }: Bench): Promise<string> {
  console.log('Building the Next app to compare with. This takes some ten seconds.');
  const folder = await belongings.makeFolder();
  cpSync(join(root, 'scripts', 'bench', 'peer'), folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const { status, stdout, stderr } = spawnSync(process.execPath, [next, 'build'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error(`the Next app to compare with was not built:\n${stdout}${stderr}`);
  // Next writes it below the project's path from the tracing root, which is the root of the disk.
  const built = join(folder, '.next', 'standalone', folder);
  cpSync(join(folder, '.next', 'static'), join(built, '.next', 'static'), { recursive: true });
  return join(built, 'server.js');
}

/** @param folder the files that it serves at `/bytes/<name>` */
export async function startPeerServer(
  { belongings }: Bench,
  serverFile: string,
  { folder = '', nodeOptions = [] }: { folder?: string; nodeOptions?: string[] },
): Promise<PeerServer> {
  const port = await freePort();
  const started = await startProcess(belongings, {
    program: process.execPath,
    parameters: [...nodeOptions, serverFile],
    environment: { PORT: String(port), HOSTNAME: '127.0.0.1', BENCH_FOLDER: folder },
    ready: /Ready in/,
  });
  return { ...started, url: `http://127.0.0.1:${port}` };
}
