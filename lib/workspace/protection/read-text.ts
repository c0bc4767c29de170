import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { openInside } from '../open-inside.ts';
import { unhiddenRoot } from '../workspace-root.ts';
import { cannotFollow } from './cannot-follow.ts';

/** More than any file that configures git has. */
const maxBytes = 1024 * 1024;

export const componentsIn = (root: string, path: string): string[] => relative(root, path).split(sep);

/**
 * Reads a file of settings, in the workspace or outside.
 * @param path absolute, without links
 * @returns its text, empty if there is no file that this user may read; `null`: the system cannot read it
 * @throws WorkspaceError if it is larger than any such file
 */
export async function readText(root: string, path: string): Promise<string | null> {
  // Opening a device may have side effects, and opening a pipe waits.
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isFile()) return '';
  if (stats.size > maxBytes) throw cannotFollow(path, 'it is larger than 1 MiB');
  if (isWithin(path, root)) return await readTextInside(root, componentsIn(root, path));
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  return handle === null ? '' : await readSmall(handle);
}

/** The text of a small regular file, without following links; `null`: it is not one. */
export async function readTextInside(root: string, path: readonly string[]): Promise<string | null> {
  const opened = await openInside(unhiddenRoot(root), path).catch(() => null);
  return opened === null ? null : await readSmall(opened.handle);
}

/** Reads no more than the reported size, since files of the kernel report none, and some never end. */
async function readSmall(handle: FileHandle): Promise<string | null> {
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > maxBytes) return null;
    const buffer = Buffer.alloc(stats.size + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return bytesRead > stats.size ? null : buffer.toString('utf8', 0, bytesRead);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
