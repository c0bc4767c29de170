import { dirname } from 'node:path';
import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { configOf } from './git-config.ts';
import { findGitDirectories, type GitDirectory, isNoRepository, kindOf, ownFolder } from './git-directory.ts';
import { createConfigReader, type NamedPath, type NamedPaths } from './named-paths.ts';
import { findOuterConfig } from './outer-config.ts';
import { isPlaceholder } from './placeholders.ts';
import { cannotProtect, type Protection, protectPath } from './protection.ts';
import { componentsIn } from './read-text.ts';
import type { EntryKind, ScannedEntry } from './scan-workspace.ts';

/**
 * Read-only if they exist. If one is missing, a placeholder with this content (`null`: an empty folder) keeps
 * commands from creating it.
 */
const closedNames: Record<string, string | null> = {
  config: '',
  'config.worktree': '',
  // Names another repository.
  commondir: ownFolder,
  hooks: null,
  // A submodule uses the repository of its name in there.
  modules: null,
  // Git's legacy files for remotes: their addresses may be repositories of a command, with hooks.
  remotes: null,
  branches: null,
};
/** Entries that identify a git directory not named `.git`: writable, but pinned. */
const markerFolders = ['objects', 'refs'];

/** For a linked worktree; the other entries are read from the repository it belongs to. */
const closedInLinked: Record<string, string | null> = {
  'config.worktree': '',
  commondir: ownFolder,
  gitdir: null,
  modules: null,
};

/**
 * Above this number, git directories are read-only as a whole: each mount delays the start of every command.
 */
const maxWritable = 16;
const maxRepositories = 1_000;

/**
 * A person's own git obeys what it finds in a repository: settings and hooks name programs, and some files
 * lead to other settings. In every repository that a workspace has when a command starts, at any depth, none
 * of these can be changed, created or moved away. What `commit`, `switch`, `stash`, `rebase` and `worktree
 * add` write stays writable. Not covered: repositories that commands create.
 * @param entries all entries whose name is in `gitMarkers`
 * @throws WorkspaceError `unavailable` if something cannot be protected
 */
export async function protectGit(
  protection: Protection,
  entries: readonly ScannedEntry[],
  signal: AbortSignal,
): Promise<void> {
  const { root, mounts } = protection;
  for (const { path, kind } of entries) {
    if (path.at(-1) !== '.git' || kind === 'folder' || mounts.covers(path)) continue;
    // Nothing can be mounted over a link: only a read-only folder around it keeps it from being replaced.
    if (kind === 'link' && path.length === 1) throw cannotProtect(path, 'it is a symbolic link');
    mounts.pin(kind === 'link' ? path.slice(0, -1) : path, 'close');
  }
  await pinAbsentRepository(protection);
  const named = entries.filter(({ path }) => path.at(-1) === '.git');
  const directories = named.length > maxRepositories ? [] : await findGitDirectories(root, entries);
  if (Math.max(named.length, directories.length) > maxRepositories) {
    throw new WorkspaceError(
      'unavailable',
      `Commands do not run: the workspace holds more than ${maxRepositories} git repositories`,
    );
  }
  const read = createConfigReader(root, signal);
  for (const source of await findOuterConfig(root, entries, directories)) {
    const { paths } = await read(source);
    await protectPaths(protection, paths, null);
  }
  for (const [index, directory] of directories.entries()) {
    if (mounts.covers(directory.path)) continue;
    const settings = await read(configOf(root, directory.path));
    await protectPaths(protection, settings.paths, directory.path);
    await protectDirectory(protection, directory, settings, index < maxWritable);
  }
}

/**
 * Keeps commands from making the workspace itself a repository, which links in it could redirect to any
 * folder.
 */
async function pinAbsentRepository({ root, mounts, placeholders }: Protection): Promise<void> {
  const path = ['.git'];
  if (!(await isNoRepository(root))) return;
  placeholders.push({ path, content: null });
  mounts.pin(path, 'close');
}

async function protectDirectory(
  protection: Protection,
  { path, isLinked }: GitDirectory,
  { areValid, namesWorkTree }: NamedPaths,
  isWritable: boolean,
): Promise<void> {
  const { root, mounts, placeholders } = protection;
  const closed = isLinked ? closedInLinked : closedNames;
  const kinds = new Map<string, EntryKind | null>();
  const kept = ['worktrees', ...(isLinked || path.at(-1) === '.git' ? [] : markerFolders)];
  for (const name of [...Object.keys(closed), ...kept]) kinds.set(name, await kindOf(root, [...path, name]));
  // With a `commondir` beside them, also the placeholder, git would ignore these settings.
  const needsSettings = !isLinked && path.at(-1) === '.git' && namesWorkTree;
  if (!isWritable || [...kinds.values()].includes('link') || !areValid || needsSettings) {
    mounts.pin(path, 'close');
    return;
  }
  mounts.pin(path, 'keep');
  for (const name of kept) if (kinds.get(name) === 'folder') mounts.add([...path, name], 'keep');
  for (const [name, content] of Object.entries(closed)) {
    const placeholder = { path: [...path, name], content };
    if (kinds.get(name) === null || (await isPlaceholder(root, placeholder))) placeholders.push(placeholder);
    mounts.add(placeholder.path, name === 'modules' ? 'fix' : 'close');
  }
}

/** @param directory a git directory that is read-only as a whole if it contains links; `null`: none */
async function protectPaths(
  protection: Protection,
  paths: readonly NamedPath[],
  directory: readonly string[] | null,
): Promise<void> {
  const { root } = protection;
  const folder = directory && [root, ...directory].join('/');
  for (const { real, kind, links } of paths) {
    const link = links.find((each) => isWithin(each, root) && dirname(each) !== folder);
    if (link !== undefined) throw cannotProtect(componentsIn(root, link), 'it is a symbolic link');
    await protectPath(protection, real, kind);
  }
}
