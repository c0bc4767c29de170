import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextInside } from './read-text.ts';
import type { EntryKind, ScannedEntry } from './scan-workspace.ts';

/**
 * A folder that git treats as a repository: `.git`, a bare one, that of a submodule or of a linked worktree.
 */
export interface GitDirectory {
  path: string[];
  /** For a linked worktree, settings and hooks are those of the repository that its `commondir` names. */
  isLinked: boolean;
}

/**
 * Entries that identify git directories. A command that moved one of them away would hide the repository from
 * the next command, which could then write to it: so each of them is pinned. (`HEAD` cannot be, since git
 * replaces it.)
 */
export const gitMarkers = ['.git', 'objects', 'commondir'] as const;

/**
 * `commondir` with this content names the folder itself: git treats the repository as one without the file.
 */
export const ownFolder = '.\n';

/** Sorted, so that a nested one comes after the one that contains it. */
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

/** Requires this entry and one of the others, since a command may remove some of them. */
async function isMarkedBy(root: string, path: readonly string[], name: string | undefined): Promise<boolean> {
  const others = name === 'objects' ? ['refs', 'HEAD'] : name === 'commondir' ? ['gitdir', 'HEAD'] : [];
  const kinds = await Promise.all(others.map((other) => kindOf(root, [...path, other])));
  return kinds.some((kind) => kind !== null);
}

/** Decided by a file that no command can create or remove. */
async function isLinked(root: string, path: readonly string[]): Promise<boolean> {
  const commondir = [...path, 'commondir'];
  return (await kindOf(root, commondir)) === 'file' && (await readTextInside(root, commondir)) !== ownFolder;
}

/** Kind of the entry itself, not of a link's target; `null`: there is none. */
export async function kindOf(root: string, path: readonly string[]): Promise<EntryKind | null> {
  const stats = await lstat(join(/* turbopackIgnore: true */ root, ...path)).catch(() => null);
  if (stats === null) return null;
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
}

/**
 * Whether the workspace is not a repository. Git does not accept an empty `.git` folder as one; this server
 * may have left one.
 */
export async function isNoRepository(root: string): Promise<boolean> {
  const kind = await kindOf(root, ['.git']);
  if (kind !== 'folder') return kind === null;
  const names = await readdir(join(/* turbopackIgnore: true */ root, '.git')).catch(() => null);
  return names?.length === 0;
}
