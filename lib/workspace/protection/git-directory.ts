import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextInside } from './read-text.ts';
import type { EntryKind, ScannedEntry } from './scan-workspace.ts';

/** A folder that git takes for a repository: `.git`, a bare one, that of a submodule or of a linked worktree. */
export interface GitDirectory {
  path: string[];
  /** Of a linked worktree: settings and hooks are those of the repository that its `commondir` names. */
  isLinked: boolean;
}

/**
 * Entries by which git directories are found. A command that could move one of them away would hide the repository from the next
 * command, and so have it writable there: each of them is pinned. (`HEAD` cannot be, since git replaces it.)
 */
export const gitMarkers = ['.git', 'objects', 'commondir'] as const;

/** What git takes for the folder itself: a repository with this `commondir` is one without. */
export const ownFolder = '.\n';

/** Sorted: one that lies in another comes after it. */
export async function findGitDirectories(
  root: string,
  entries: readonly ScannedEntry[],
): Promise<GitDirectory[]> {
  const paths = new Map<string, string[]>();
  for (const { path, kind } of entries) {
    const name = path.at(-1);
    const parent = path.slice(0, -1);
    if (name === '.git' && kind === 'folder') paths.set(path.join('/'), path);
    else if (await isMarkedBy(root, parent, name)) paths.set(parent.join('/'), parent);
  }
  const sorted = [...paths.values()].toSorted((a, b) => a.length - b.length);
  return await Promise.all(sorted.map(async (path) => ({ path, isLinked: await isLinked(root, path) })));
}

/** By this and one of the others: a command can take some of them away. */
async function isMarkedBy(root: string, path: readonly string[], name: string | undefined): Promise<boolean> {
  const others = name === 'objects' ? ['refs', 'HEAD'] : name === 'commondir' ? ['gitdir', 'HEAD'] : [];
  const kinds = await Promise.all(others.map((other) => kindOf(root, [...path, other])));
  return kinds.some((kind) => kind !== null);
}

/** By a file that no command can make or take away. */
async function isLinked(root: string, path: readonly string[]): Promise<boolean> {
  const commondir = [...path, 'commondir'];
  return (await kindOf(root, commondir)) === 'file' && (await readTextInside(root, commondir)) !== ownFolder;
}

/** Of the entry itself, not of what a link leads to; `null`: there is none. */
export async function kindOf(root: string, path: readonly string[]): Promise<EntryKind | null> {
  const stats = await lstat(join(/* turbopackIgnore: true */ root, ...path)).catch(() => null);
  if (stats === null) return null;
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
}

/** Whether the workspace is no repository. An empty folder is none to git; this server may have left one. */
export async function isNoRepository(root: string): Promise<boolean> {
  const kind = await kindOf(root, ['.git']);
  if (kind !== 'folder') return kind === null;
  const names = await readdir(join(/* turbopackIgnore: true */ root, '.git')).catch(() => null);
  return names?.length === 0;
}
