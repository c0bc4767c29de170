import type { Dirent } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../core/limits.ts';
import { heldPath } from './held-path.ts';
import { listTracked } from './list-tracked.ts';
import { openInside } from './open-inside.ts';
import { WorkspaceError } from './workspace-error.ts';
import { isSecretName, parseWorkspacePath } from './workspace-path.ts';

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
    const prefix = shown === '' ? '' : `${shown}/`;
    if (!isRecursive) return await listFolder(heldPath(handle, root, components), prefix);
    const wanted = { root, components, handle, glob: null, signal, maxFiles: limits.listEntries };
    return countFiles(prefix, await listTracked(wanted));
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

function countFiles(prefix: string, { paths, isCut }: { paths: string[]; isCut: boolean }): Listing {
  const folders = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
  folders.delete(prefix);
  folders.delete('');
  return { lines: paths, fileCount: paths.length, folderCount: folders.size, isCut };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
