import { spawn } from 'node:child_process';
import type { CloneUrl } from '#lib/core/vocabulary/clone-url.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { type CloneBounds, cloneCommand, cloneEnvironment } from './clone-arguments.ts';
import { explainClone } from './explain-clone.ts';
import { folderBytes } from './folder-bytes.ts';

export interface CloneLimits extends CloneBounds {
  cloneSeconds: number;
  cloneWatchMs: number;
}

const stderrCharacters = 16 * 1024;
/** Exit code of sh. */
const programMissing = 127;
/** A single file exceeded the limit for all. */
const fileTooLarge = /File too large/;

/**
 * Runs `git clone` outside the sandbox, since it needs the network, but without access to anything of this
 * machine.
 * @throws WorkspaceError `unavailable` with why, in one sentence; the caller removes what was written until
 * then
 */
export async function runClone(
  url: CloneUrl,
  folder: string,
  limits: CloneLimits,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const [program = '', ...words] = cloneCommand(url, folder, limits);
  const child = spawn(/* turbopackIgnore: true */ program, words, {
    cwd: '/',
    env: cloneEnvironment(url) as NodeJS.ProcessEnv,
    // In a separate process group, so that git's helpers end with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  let stopped: string | null = null;
  let isLooking = false;
  const stop = (reason: string) => {
    stopped ??= reason;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-stderrCharacters);
  });
  const timeout = setTimeout(
    () => stop(`The clone took longer than ${limits.cloneSeconds} seconds.`),
    limits.cloneSeconds * 1000,
  );
  const tooLarge = `The repository is larger than ${Math.round(limits.cloneBytes / 1024 / 1024)} MiB.`;
  const watch = setInterval(async () => {
    // Measuring many files takes longer than the interval between two checks.
    if (isLooking) return;
    isLooking = true;
    const bytes = await folderBytes(folder, limits.cloneBytes).catch(() => 0);
    isLooking = false;
    if (bytes > limits.cloneBytes) stop(tooLarge);
  }, limits.cloneWatchMs);
  const onAbort = () => stop('The server stopped during the clone.');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    if (stopped !== null) throw new WorkspaceError('unavailable', stopped);
    if (code === programMissing)
      throw new WorkspaceError('unavailable', 'Git is not installed on this server.');
    if (fileTooLarge.test(stderr)) throw new WorkspaceError('unavailable', tooLarge);
    if (code !== 0) throw new WorkspaceError('unavailable', explainClone(stderr, url.href, folder));
    // It may have grown past the limit since the last check.
    if ((await folderBytes(folder, limits.cloneBytes)) > limits.cloneBytes) {
      throw new WorkspaceError('unavailable', tooLarge);
    }
  } finally {
    clearTimeout(timeout);
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
  }
}
