import type { Dirent } from 'node:fs';
import { lstat, opendir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { printListingLine } from '../core/algorithms/lines/listing-line.ts';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { limits } from '../core/limits.ts';
import { descriptorPath } from './descriptor-path.ts';
import { inBatches } from './in-batches.ts';
import { listTracked } from './list-tracked.ts';
import { openInside } from './open-inside.ts';
import { WorkspaceError } from './workspace-error.ts';
import { parseWorkspacePath } from './workspace-path.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

export interface ListOptions {
  path: string;
  isRecursive: boolean;
  signal: AbortSignal;
}

export interface WorkspaceListing {
  /**
   * Relative to the workspace and sorted. A folder ends in `/`, a link shows its target, a file is followed
   * by its size.
   */
  lines: string[];
  fileCount: number;
  folderCount: number;
  /** The limit was reached: there are more entries. */
  isCut: boolean;
}

/** Lists one folder with everything in it, or, if recursive, the files that git would not ignore. */
export async function listWorkspace(
  root: WorkspaceRoot,
  { path, isRecursive, signal }: ListOptions,
): Promise<WorkspaceListing> {
  const components = parseWorkspacePath(path);
  const { handle, stats } = await openInside(root, components);
  try {
    const shown = components.join('/');
    if (!stats.isDirectory())
      throw new WorkspaceError('not_a_directory', `Not a folder: ${visibleName(shown)}`);
    const prefix = shown === '' ? '' : `${shown}/`;
    const folder = descriptorPath(handle, root.path, components);
    if (!isRecursive) return await listFolder(root, folder, prefix, signal);
    const wanted = { root, components, handle, glob: null, signal, maxFiles: limits.listEntries };
    const { paths, isCut } = await listTracked(wanted);
    const describe = (path: string) =>
      describeFile(visibleName(path), join(folder, path.slice(prefix.length)));
    const lines = await inBatches(paths, describe, signal);
    return { lines, fileCount: paths.length, folderCount: countFolders(prefix, paths), isCut };
  } finally {
    await handle.close();
  }
}

async function listFolder(
  { secretNames }: WorkspaceRoot,
  folder: string,
  prefix: string,
  signal: AbortSignal,
): Promise<WorkspaceListing> {
  const { entries, isWhole } = await readEntries(folder, signal);
  const seen = entries
    .filter((entry) => !secretNames.matches(entry.name))
    .sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || compare(a.name, b.name));
  const shown = seen.slice(0, limits.listEntries);
  const lines = await inBatches(shown, (entry) => describeEntry(folder, prefix, entry), signal);
  const folderCount = shown.filter((entry) => entry.isDirectory()).length;
  return {
    lines,
    folderCount,
    fileCount: shown.length - folderCount,
    isCut: !isWhole || shown.length < seen.length,
  };
}

/** As many entries as are read at all: of a folder with millions, those that its file system names first. */
async function readEntries(
  folder: string,
  signal: AbortSignal,
): Promise<{ entries: Dirent[]; isWhole: boolean }> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(folder, { bufferSize: 1_000 })) {
    if (entries.length === limits.readEntries) return { entries, isWhole: false };
    entries.push(entry);
    if (entries.length % 1_000 === 0) signal.throwIfAborted();
  }
  return { entries, isWhole: true };
}

async function describeEntry(folder: string, prefix: string, entry: Dirent): Promise<string> {
  const path = visibleName(`${prefix}${entry.name}`);
  if (entry.isDirectory()) return `${path}/`;
  if (!entry.isSymbolicLink()) return describeFile(path, join(folder, entry.name));
  const target = await readlink(join(folder, entry.name)).catch(() => '?');
  return `${path} -> ${visibleName(target)} (not followed)`;
}

/** @param at its present path. A file that is gone meanwhile, or is not a regular file, has no size. */
async function describeFile(path: string, at: string): Promise<string> {
  const stats = await lstat(at).catch(() => null);
  return printListingLine({ path, size: stats?.isFile() ? stats.size : null });
}

function countFolders(prefix: string, paths: readonly string[]): number {
  const folders = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
  folders.delete(prefix);
  folders.delete('');
  return folders.size;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
