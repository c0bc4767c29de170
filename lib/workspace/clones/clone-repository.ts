import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CloneUrl } from '#lib/core/vocabulary/clone-url.ts';
import { removeFolder } from './remove-folder.ts';
import { type CloneLimits, runClone } from './run-clone.ts';

const passing = /^\.(?:cloning|removing)-/;
const passingName = (around: string, kind: 'cloning' | 'removing'): string =>
  join(/* turbopackIgnore: true */ around, `.${kind}-${randomBytes(8).toString('hex')}`);

/**
 * Clones a repository to `path`, whole or not at all: it is renamed to `path` once it is complete.
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
  const temporary = passingName(around, 'cloning');
  try {
    await runClone(url, temporary, limits, signal);
    await rename(temporary, path);
  } catch (error) {
    await removeFolder(temporary);
    throw error;
  }
}

/**
 * The name is free at once; remains that a running command keeps in place are removed before the next clone.
 */
export async function removeClone(path: string): Promise<void> {
  const temporary = passingName(dirname(/* turbopackIgnore: true */ path), 'removing');
  try {
    await rename(path, temporary);
  } catch (error) {
    // It was not there yet, or has been removed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await removeFolder(temporary);
}

/** Removes clones that a server left when it ended in the middle: no running clone is that old. */
async function removeLeftOvers(around: string, { cloneSeconds }: CloneLimits): Promise<void> {
  const oldestMs = Date.now() - 2 * cloneSeconds * 1000;
  for (const name of (await readdir(/* turbopackIgnore: true */ around)).filter((one) => passing.test(one))) {
    const remaining = join(/* turbopackIgnore: true */ around, name);
    const stats = await stat(/* turbopackIgnore: true */ remaining).catch(() => null);
    // A folder that cannot be removed now must not prevent another clone.
    if (stats !== null && stats.mtimeMs < oldestMs) await removeFolder(remaining).catch(() => {});
  }
}
