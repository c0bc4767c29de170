import { readdir, readlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { liesIn } from '../../core/lies-in.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { type GitConfigPaths, readGitConfigPaths } from './git-config-paths.ts';
import { findGitDirectories, type GitDirectory, kindOf, ownFolder, readSmallText } from './git-directory.ts';
import { cannotProtect, componentsIn, type Protection, protectPath } from './protection.ts';
import type { EntryKind, ScannedEntry } from './scan-workspace.ts';

/** Read-only where they are. Where one is missing, a placeholder of this content (`null`: an empty folder) keeps commands from making it. */
const closedNames: Record<string, string | null> = {
  config: '',
  'config.worktree': '',
  // It says that the repository is another.
  commondir: ownFolder,
  hooks: null,
  // A submodule takes the repository that has its name there.
  modules: null,
  // Remotes as git had them before it had settings: their addresses may be repositories of a command, with hooks.
  remotes: null,
  branches: null,
};
/** What a git directory is found by, unless by its name: writable, and kept where it is. */
const markerFolders = ['objects', 'refs'];

/** The others are read from the repository that a linked worktree belongs to. */
const closedInLinked: Record<string, string | null> = {
  'config.worktree': '',
  commondir: ownFolder,
  gitdir: null,
};

/** More are read-only as a whole: each mount makes every command start later. */
const maxWritable = 16;
const maxRepositories = 1_000;
const maxIncludeDepth = 10;

/**
 * A person's own git obeys what it finds in a repository: settings and hooks name programs, and some files lead to other settings.
 * In every repository that a workspace has when a command starts, at any depth, none of them can be changed, made or moved away. What
 * `commit`, `switch`, `stash`, `rebase` and `worktree add` write stays writable. Not covered: repositories that commands make.
 * @param entries all that are named as `gitMarkers`
 * @throws WorkspaceError `unavailable` where something cannot be protected
 */
export async function protectGit(protection: Protection, entries: readonly ScannedEntry[]): Promise<void> {
  const { root, mounts } = protection;
  for (const { path, kind } of entries) {
    if (path.at(-1) !== '.git' || kind === 'folder' || mounts.covers(path)) continue;
    // Nothing can be mounted over a link: only the folder around it keeps it from being exchanged.
    if (kind === 'link' && path.length === 1) throw cannotProtect(path, 'it is a symbolic link');
    mounts.pin(kind === 'link' ? path.slice(0, -1) : path, 'close');
  }
  await pinAbsentRepository(protection);
  const directories = await findGitDirectories(root, entries);
  if (directories.length > maxRepositories) {
    throw new WorkspaceError(
      'unavailable',
      `Commands do not run: the workspace holds more than ${maxRepositories} git repositories`,
    );
  }
  for (const [index, directory] of directories.entries()) {
    if (!mounts.covers(directory.path)) await protectDirectory(protection, directory, index < maxWritable);
  }
}

/** No command makes the workspace itself a repository: with links in it, it could become any folder's. */
async function pinAbsentRepository({ root, mounts, placeholders }: Protection): Promise<void> {
  const path = ['.git'];
  const kind = await kindOf(root, path);
  if (kind !== null && !(kind === 'folder' && (await isEmptyFolder(root, path)))) return;
  placeholders.push({ path, content: null });
  mounts.pin(path, 'close');
}

async function protectDirectory(
  protection: Protection,
  { path, isLinked }: GitDirectory,
  isWritable: boolean,
): Promise<void> {
  const { root, mounts, placeholders } = protection;
  const closed = isLinked ? closedInLinked : closedNames;
  const kinds = new Map<string, EntryKind | null>();
  const kept = ['worktrees', ...(isLinked || path.at(-1) === '.git' ? [] : markerFolders)];
  for (const name of [...Object.keys(closed), ...kept]) kinds.set(name, await kindOf(root, [...path, name]));
  const links = [...kinds.keys()].filter((name) => kinds.get(name) === 'link');
  const targets = await Promise.all(links.map((name) => targetOf(root, [...path, name])));
  for (const [index, target] of targets.entries())
    await protectPath(protection, target, links[index]?.startsWith('config') ? 'file' : 'folder');
  const isUnderstood = await protectConfigPaths(protection, path, targets);
  if (!isWritable || links.length > 0 || !isUnderstood) {
    mounts.pin(path, 'close');
    return;
  }
  mounts.pin(path, 'keep');
  for (const name of kept) if (kinds.get(name) === 'folder') mounts.add([...path, name], 'keep');
  for (const [name, content] of Object.entries(closed)) {
    const entry = [...path, name];
    if (kinds.get(name) === null || (await isOwnFolder(root, entry)))
      placeholders.push({ path: entry, content });
    mounts.add(entry, name === 'modules' ? 'fix' : 'close');
  }
}

/** Left by a server that was killed. */
const isOwnFolder = async (root: string, path: readonly string[]): Promise<boolean> =>
  path.at(-1) === 'commondir' && (await readSmallText(root, path)) === ownFolder;

async function targetOf(root: string, link: string[]): Promise<string> {
  const folder = join(/* turbopackIgnore: true */ root, ...link.slice(0, -1));
  return resolve(folder, await readlink(join(/* turbopackIgnore: true */ root, ...link)));
}

/**
 * Protects what the configuration names: files it includes, and the folder of hooks.
 * @param targets what the links in the git directory lead to
 * @returns whether it could be understood
 */
async function protectConfigPaths(
  protection: Protection,
  directory: readonly string[],
  targets: readonly string[],
): Promise<boolean> {
  const { root } = protection;
  const folder = [root, ...directory].join('/');
  const files = [`${folder}/config`, `${folder}/config.worktree`, ...targets];
  const seen = new Set<string>();
  for (let depth = 0; files.length > 0; depth++) {
    if (depth > maxIncludeDepth) return false;
    for (const file of files.splice(0)) {
      if (seen.has(file) || !liesIn(file, root)) continue;
      seen.add(file);
      const paths = await readGitConfigPaths((await readSmallText(root, componentsIn(root, file))) ?? '');
      if (paths === null) return false;
      for (const include of paths.includes) {
        const included = resolveFrom(dirname(file), include);
        if (included === null) continue;
        await protectPath(protection, included, 'file');
        files.push(included);
      }
      if (paths.hooksPath === null) continue;
      for (const folder of [
        workingFolder(root, directory, paths),
        ...(await linkedFolders(root, directory)),
      ]) {
        const hooks = resolveFrom(folder, paths.hooksPath);
        if (hooks !== null) await protectPath(protection, hooks, 'folder');
      }
    }
  }
  return true;
}

/** `null`: no path, or in the home of somebody else than who this server runs as. */
function resolveFrom(folder: string, path: string): string | null {
  if (path.startsWith('~/')) return join(/* turbopackIgnore: true */ homedir(), path.slice(2));
  return path === '' || path.startsWith('~') ? null : resolve(folder, path);
}

/** Where hooks run: a relative `core.hooksPath` starts there. */
function workingFolder(root: string, directory: readonly string[], { worktree }: GitConfigPaths): string {
  const folder = [root, ...directory].join('/');
  if (worktree !== null) return resolve(folder, worktree);
  return directory.at(-1) === '.git' ? dirname(folder) : folder;
}

/** Working trees of its linked worktrees: the hooks of their repository start there. */
async function linkedFolders(root: string, directory: readonly string[]): Promise<string[]> {
  const folder = join(/* turbopackIgnore: true */ root, ...directory, 'worktrees');
  const names = await readdir(folder).catch(() => []);
  const texts = names.map((name) => readSmallText(root, [...directory, 'worktrees', name, 'gitdir']));
  const files = (await Promise.all(texts)).map((text) => text?.trim() ?? '').filter(Boolean);
  return files.map((file) => dirname(resolve(folder, file)));
}

async function isEmptyFolder(root: string, path: readonly string[]): Promise<boolean> {
  const names = await readdir(join(/* turbopackIgnore: true */ root, ...path)).catch(() => null);
  return names?.length === 0;
}
