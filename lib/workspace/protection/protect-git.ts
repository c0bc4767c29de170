import { dirname } from 'node:path';
import { isWithin } from '../../core/lies-in.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { configOf } from './git-config.ts';
import { findGitDirectories, type GitDirectory, isNoRepository, kindOf, ownFolder } from './git-directory.ts';
import { createConfigReader, type NamedPath, type NamedPaths } from './named-paths.ts';
import { findOuterConfig } from './outer-config.ts';
import { isPlaceholder } from './placeholders.ts';
import { cannotProtect, type Protection, protectPath } from './protection.ts';
import { componentsIn } from './read-text.ts';
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
  modules: null,
};

/** More are read-only as a whole: each mount makes every command start later. */
const maxWritable = 16;
const maxRepositories = 1_000;

/**
 * A person's own git obeys what it finds in a repository: settings and hooks name programs, and some files lead to other settings.
 * In every repository that a workspace has when a command starts, at any depth, none of them can be changed, made or moved away. What
 * `commit`, `switch`, `stash`, `rebase` and `worktree add` write stays writable. Not covered: repositories that commands make.
 * @param entries all that are named as `gitMarkers`
 * @throws WorkspaceError `unavailable` where something cannot be protected
 */
export async function protectGit(
  protection: Protection,
  entries: readonly ScannedEntry[],
  signal: AbortSignal,
): Promise<void> {
  const { root, mounts } = protection;
  for (const { path, kind } of entries) {
    if (path.at(-1) !== '.git' || kind === 'folder' || mounts.covers(path)) continue;
    // Nothing can be mounted over a link: only the folder around it keeps it from being exchanged.
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

/** No command makes the workspace itself a repository: with links in it, it could become any folder's. */
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
  // Beside a `commondir`, also the placeholder, git would pass over these settings.
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

/** @param directory that is read-only as a whole where there are links in it; `null`: none is */
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
