import { WorkspaceError } from '../workspace-error.ts';
import { configOf, targetOf } from './git-config.ts';
import { findGitDirectories, type GitDirectory, isNoRepository, kindOf, ownFolder } from './git-directory.ts';
import { type ConfigSource, readNamedPaths } from './named-paths.ts';
import { findOuterConfig } from './outer-config.ts';
import { isPlaceholder } from './placeholders.ts';
import { cannotProtect, type Protection, protectPath } from './protection.ts';
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
  for (const source of await findOuterConfig(root, entries)) await protectNamedPaths(protection, source);
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
  if (!(await isNoRepository(root))) return;
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
  for (const name of links) {
    const target = await targetOf(root, [...path, name]);
    await protectPath(protection, target, name.startsWith('config') ? 'file' : 'folder');
  }
  const isUnderstood = await protectNamedPaths(protection, await configOf(root, path));
  if (!isWritable || links.length > 0 || !isUnderstood) {
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

/** Protects what settings name in the workspace. @returns whether they could be understood */
async function protectNamedPaths(protection: Protection, source: ConfigSource): Promise<boolean> {
  const { files, folders, isWhole } = await readNamedPaths(protection.root, source);
  for (const file of files) await protectPath(protection, file, 'file');
  for (const folder of folders) await protectPath(protection, folder, 'folder');
  return isWhole;
}
