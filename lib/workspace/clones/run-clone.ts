import { spawn } from 'node:child_process';
import type { CloneUrl } from '../../core/clone-url.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { cloneArguments, cloneEnvironment } from './clone-arguments.ts';
import { explainClone } from './explain-clone.ts';
import { folderBytes } from './folder-bytes.ts';

export interface CloneLimits {
  cloneSeconds: number;
  cloneBytes: number;
  cloneWatchMs: number;
}

const stderrCharacters = 16 * 1024;

/**
 * Runs `git clone` outside of the sandbox, since it needs the network, and with nothing of this machine that it could use.
 * @throws WorkspaceError `unavailable` with why, in one sentence; what it wrote until then is the caller's to remove
 */
export async function runClone(
  url: CloneUrl,
  folder: string,
  limits: CloneLimits,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn('git', cloneArguments(url, folder), {
    cwd: '/',
    env: cloneEnvironment(url) as NodeJS.ProcessEnv,
    // A group of its own: its helpers end with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  let stopped: string | null = null;
  const stop = (reason: string) => {
    stopped ??= reason;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-stderrCharacters);
  });
  const timeout = setTimeout(
    () => stop(`It took longer than ${limits.cloneSeconds} seconds.`),
    limits.cloneSeconds * 1000,
  );
  const watch = setInterval(async () => {
    const bytes = await folderBytes(folder, limits.cloneBytes).catch(() => 0);
    if (bytes > limits.cloneBytes)
      stop(`It is larger than ${Math.round(limits.cloneBytes / 1024 / 1024)} MiB.`);
  }, limits.cloneWatchMs);
  const onAbort = () => stop('The server stopped.');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    }).catch((cause: unknown) => {
      throw new WorkspaceError('unavailable', 'Git is not installed on this server.', { cause });
    });
    if (stopped !== null) throw new WorkspaceError('unavailable', stopped);
    if (code !== 0) throw new WorkspaceError('unavailable', explainClone(stderr, url.href, folder));
    // Between two looks it may have grown past the limit.
    if ((await folderBytes(folder, limits.cloneBytes)) > limits.cloneBytes) {
      throw new WorkspaceError(
        'unavailable',
        `It is larger than ${Math.round(limits.cloneBytes / 1024 / 1024)} MiB.`,
      );
    }
  } finally {
    clearTimeout(timeout);
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
  }
}
