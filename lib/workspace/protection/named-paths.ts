import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type GitConfigPaths, readGitConfigPaths } from './git-config-paths.ts';
import { readText } from './read-text.ts';

/** Where git reads settings, and where it is when it obeys them. All paths are absolute. */
export interface ConfigSource {
  files: readonly string[];
  /** Working trees in which hooks run: a relative `core.hooksPath` starts there. Asked only where one is set. */
  workTrees(paths: GitConfigPaths): Promise<readonly string[]>;
}

/** What git reads or runs because its settings name it: absolute paths, in the workspace or not. */
export interface NamedPaths {
  /** Files it reads settings from. */
  files: string[];
  /** Folders of hooks. */
  folders: string[];
  /** `false`: something could not be read, so there may be more. Git refuses such settings as a whole. */
  isWhole: boolean;
}

/** As git has it. */
const maxIncludeDepth = 10;

/** Follows what configuration files include. Files outside of the workspace are read only to find what they name inside it. */
export async function readNamedPaths(root: string, { files, workTrees }: ConfigSource): Promise<NamedPaths> {
  const named: NamedPaths = { files: [], folders: [], isWhole: true };
  const seen = new Set<string>();
  let next = [...files];
  for (let depth = 0; next.length > 0; depth++) {
    if (depth > maxIncludeDepth) return { ...named, isWhole: false };
    const current = next.filter((file) => !seen.has(file));
    next = [];
    for (const file of current) {
      seen.add(file);
      const config = await readText(root, file);
      if (config === null) continue;
      if (config.path !== file) named.files.push(config.path);
      const paths = await readGitConfigPaths(config.text);
      if (paths === null) {
        named.isWhole = false;
        continue;
      }
      const included = paths.includes.map((path) => resolveFrom(dirname(file), path));
      next.push(...included.filter((path) => path !== null));
      if (paths.hooksPath !== null) {
        const { hooksPath } = paths;
        const folders = (await workTrees(paths)).map((folder) => resolveFrom(folder, hooksPath));
        named.folders.push(...folders.filter((path) => path !== null));
      }
    }
    named.files.push(...next);
  }
  return named;
}

/** `null`: no path, or in the home of somebody else than who this server runs as. */
function resolveFrom(folder: string, path: string): string | null {
  if (path.startsWith('~/')) return join(/* turbopackIgnore: true */ homedir(), path.slice(2));
  return path === '' || path.startsWith('~') ? null : resolve(folder, path);
}
