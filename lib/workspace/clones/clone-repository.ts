import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CloneUrl } from '../../core/clone-url.ts';
import { removeFolder } from './remove-folder.ts';
import { type CloneLimits, runClone } from './run-clone.ts';

const unfinished = /^\.cloning-/;

/**
 * Clones a repository to `path`, whole or not at all: it gets its name when all of it is there.
 * @throws WorkspaceError `unavailable` with why, in one sentence
 */
export async function cloneRepository(
  url: CloneUrl,
  path: string,
  limits: CloneLimits,
  signal: AbortSignal,
): Promise<void> {
  const around = dirname(/* turbopackIgnore: true */ path);
  await mkdir(around, { recursive: true, mode: 0o700 });
  await removeLeftOvers(around, limits);
  const temporary = join(/* turbopackIgnore: true */ around, `.cloning-${randomBytes(8).toString('hex')}`);
  try {
    await runClone(url, temporary, limits, signal);
    await rename(temporary, path);
  } catch (error) {
    await removeFolder(temporary);
    throw error;
  }
}

/** Of a server that ended in the middle of a clone: nothing is as old that is still at work. */
async function removeLeftOvers(around: string, { cloneSeconds }: CloneLimits): Promise<void> {
  const oldestMs = Date.now() - 2 * cloneSeconds * 1000;
  for (const name of (await readdir(/* turbopackIgnore: true */ around)).filter((one) =>
    unfinished.test(one),
  )) {
    const left = join(/* turbopackIgnore: true */ around, name);
    const stats = await stat(/* turbopackIgnore: true */ left).catch(() => null);
    if (stats !== null && stats.mtimeMs < oldestMs) await removeFolder(left);
  }
}
