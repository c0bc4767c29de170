import type { Dirent } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../core/limits.ts';
import { openInside } from './open-inside.ts';
import { runRipgrep } from './ripgrep.ts';
import { WorkspaceError } from './workspace-error.ts';
import { hasSecretName, isSecretName, parseWorkspacePath } from './workspace-path.ts';

export interface ListOptions {
  path: string;
  isRecursive: boolean;
  signal: AbortSignal;
}

export interface Listing {
  /** Relative to the workspace; a folder ends in `/`, a link shows where it points. Sorted. */
  lines: string[];
  fileCount: number;
  folderCount: number;
  /** The limit was reached: there is more. */
  isCut: boolean;
}

/** One folder with everything in it, or, recursive, the files that git would not ignore. */
export async function listWorkspace(
  root: string,
  { path, isRecursive, signal }: ListOptions,
): Promise<Listing> {
  const components = parseWorkspacePath(path);
  const { handle, stats } = await openInside(root, components);
  try {
    const shown = components.join('/');
    if (!stats.isDirectory()) throw new WorkspaceError('not_a_directory', `Not a folder: ${shown}`);
    // Read through the held folder, so that what is listed is what was opened.
    const folder =
      process.platform === 'linux' ? `/proc/${process.pid}/fd/${handle.fd}` : join(root, ...components);
    const prefix = shown === '' ? '' : `${shown}/`;
    return isRecursive ? await listFiles(folder, prefix, signal) : await listFolder(folder, prefix);
  } finally {
    await handle.close();
  }
}

async function listFolder(folder: string, prefix: string): Promise<Listing> {
  const entries = await readdir(folder, { withFileTypes: true });
  const seen = entries
    .filter((entry) => !isSecretName(entry.name))
    .sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || compare(a.name, b.name));
  const shown = seen.slice(0, limits.listEntries);
  const lines = await Promise.all(shown.map((entry) => describeEntry(folder, prefix, entry)));
  const folderCount = shown.filter((entry) => entry.isDirectory()).length;
  return { lines, folderCount, fileCount: shown.length - folderCount, isCut: shown.length < seen.length };
}

async function describeEntry(folder: string, prefix: string, entry: Dirent): Promise<string> {
  const path = `${prefix}${entry.name}`;
  if (entry.isDirectory()) return `${path}/`;
  if (!entry.isSymbolicLink()) return path;
  const target = await readlink(join(folder, entry.name)).catch(() => '?');
  return `${path} -> ${target} (not followed)`;
}

async function listFiles(folder: string, prefix: string, signal: AbortSignal): Promise<Listing> {
  const lines: string[] = [];
  let isCut = false;
  await runRipgrep({
    arguments: ['--files', '--hidden', '--no-require-git', '--glob=!.git', '--sort=path', './'],
    cwd: folder,
    signal,
    onLine(line) {
      const path = line.replace(/^\.\//, '');
      if (hasSecretName(path)) return true;
      isCut = lines.length >= limits.listEntries;
      if (!isCut) lines.push(`${prefix}${path}`);
      return !isCut;
    },
  });
  const folders = new Set(lines.map((line) => line.slice(0, line.lastIndexOf('/') + 1)));
  folders.delete(prefix);
  folders.delete('');
  return { lines, fileCount: lines.length, folderCount: folders.size, isCut };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
