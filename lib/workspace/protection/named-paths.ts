import { readdir } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { cannotFollow } from './cannot-follow.ts';
import { type GitConfigPaths, readGitConfigPaths } from './git-config-paths.ts';
import { readText } from './read-text.ts';
import { type WalkedPath, walkPath } from './walk-path.ts';

/** Where git reads settings and finds hooks. All paths are absolute, as git opens them. */
export interface ConfigSource {
  files: readonly string[];
  /** Folders of programs and settings that git uses regardless of the files. */
  folders: readonly string[];
  /** Whether their location already protects these: then only targets of links in them are reported. */
  areProtected: boolean;
  /** Base folders of a relative `core.hooksPath`, depending on `core.worktree` (`null`: not set). */
  startsOf(worktree: string | null): readonly string[];
}

/** A path git reads or runs, inside or outside the workspace. */
export interface NamedPath extends WalkedPath {
  kind: 'file' | 'folder';
}

export interface NamedPaths {
  paths: NamedPath[];
  /** `false`: git refuses to work with these settings. */
  areValid: boolean;
  /** Whether settings say where the working tree is, or that there is none. */
  namesWorkTree: boolean;
}

export type ReadNamedPaths = (source: ConfigSource) => Promise<NamedPaths>;

/** Git's own limit. */
const maxIncludeDepth = 10;
/** For all sources together: included files, and links in folders of hooks. */
const maxFollowed = 200;

interface WrittenPath {
  from: string;
  path: string;
}

/**
 * Follows the paths that configuration files name. Files outside the workspace are read only to find what
 * they name inside it.
 * @returns a function that reads one source after another, and each file once. It throws a WorkspaceError if
 * there may be more than it can determine
 */
export function createConfigReader(root: string, signal?: AbortSignal): ReadNamedPaths {
  const configs = new Map<string, Promise<GitConfigPaths | null>>();
  let followed = 0;

  function readConfig(path: string): Promise<GitConfigPaths | null> {
    const known = configs.get(path);
    if (known !== undefined) return known;
    const config = readText(root, path).then((text) => (text === null ? null : readGitConfigPaths(text)));
    configs.set(path, config);
    return config;
  }

  function countFollowed(path: string): void {
    signal?.throwIfAborted();
    if (++followed > maxFollowed) throw cannotFollow(path, `there are more than ${maxFollowed} such files`);
  }

  /** The settings of a source, and the files they are in; `null`: they are not valid. */
  async function readSettings(source: ConfigSource, paths: NamedPath[]): Promise<GitConfigPaths[] | null> {
    const read = new Map<string, GitConfigPaths>();
    let next: WrittenPath[] = source.files.map((path) => ({ from: '/', path }));
    for (let depth = 0; next.length > 0; depth++) {
      if (depth > maxIncludeDepth) return null;
      const current = next;
      next = [];
      for (const { from, path } of current) {
        const file = await walkPath(root, from, path);
        const folder = await walkPath(root, from, dirname(path));
        if (depth > 0 || !source.areProtected || file.links.length > 0) paths.push({ ...file, kind: 'file' });
        if (read.has(file.real)) continue;
        if (depth > 0 && !configs.has(file.real)) countFollowed(path);
        const config = await readConfig(file.real);
        if (config === null) return null;
        read.set(file.real, config);
        next.push(...config.includes.flatMap((include) => startingAt([folder.real], include)));
      }
    }
    return [...read.values()];
  }

  /** Adds a folder of programs, which may be links to files elsewhere. */
  async function addFolder({ from, path }: WrittenPath, isProtected: boolean, paths: NamedPath[]) {
    const folder = await walkPath(root, from, path);
    if (!isProtected || folder.links.length > 0) paths.push({ ...folder, kind: 'folder' });
    const entries = await readdir(folder.real, { withFileTypes: true }).catch(() => []);
    for (const { name } of entries.filter((entry) => entry.isSymbolicLink())) {
      countFollowed(`${path}/${name}`);
      const target = await walkPath(root, folder.real, name);
      // The link itself is in a protected folder.
      paths.push({ real: target.real, links: target.links.slice(1), kind: 'file' });
    }
  }

  return async (source) => {
    const paths: NamedPath[] = [];
    const configs = await readSettings(source, paths);
    for (const path of source.folders) await addFolder({ from: '/', path }, source.areProtected, paths);
    if (configs === null) return { paths, areValid: false, namesWorkTree: false };
    const worktree = configs.findLast((config) => config.worktree !== null)?.worktree ?? null;
    const written = configs.flatMap(({ hooksPath, templateDir }) => [hooksPath, templateDir]);
    for (const path of written.filter((each) => each !== null))
      for (const start of startingAt(source.startsOf(worktree), path)) await addFolder(start, false, paths);
    const namesWorkTree = worktree !== null || configs.some(({ isBare }) => isBare);
    return { paths, areValid: true, namesWorkTree };
  };
}

/**
 * Where a path starts: in each of these folders if it is relative, nowhere if it is in the home of another
 * user than the server's.
 */
function startingAt(folders: readonly string[], path: string): WrittenPath[] {
  const [, user, remaining = ''] = /^~([^/]*)(.*)$/s.exec(path) ?? [];
  if (path.startsWith('/')) return [{ from: '/', path }];
  if (user === undefined) return path === '' ? [] : folders.map((from) => ({ from, path }));
  if (user !== '' && user !== userInfo().username) return [];
  return [{ from: '/', path: join(/* turbopackIgnore: true */ homedir(), remaining) }];
}
