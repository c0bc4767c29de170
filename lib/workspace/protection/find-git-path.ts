import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { configOf } from './git-config.ts';
import { findGitDirectories, gitMarkers, kindOf } from './git-directory.ts';
import { createConfigReader } from './named-paths.ts';
import { findOuterConfig } from './outer-config.ts';
import type { ScannedEntry } from './scan-workspace.ts';

/**
 * Whether git reads settings from a file, or runs it: then writing the file makes a person's git run
 * programs. Checks the repositories that contain the file, not others that may also refer to it.
 * @returns why, in words that follow "it"; `null`: git does neither
 * @throws WorkspaceError `unavailable` if that cannot be determined
 */
export async function findGitPath(root: string, path: readonly string[]): Promise<string | null> {
  const entries = await findMarkersAround(root, path);
  const directories = await findGitDirectories(root, entries);
  if (directories.some((directory) => directory.path.every((name, at) => path[at] === name)))
    return 'lies in a git repository’s own folder';
  const absolute = [root, ...path].join('/');
  const read = createConfigReader(root);
  const sources = [
    ...(await findOuterConfig(root, entries, directories)),
    ...directories.map((directory) => configOf(root, directory.path)),
  ];
  for (const source of sources) {
    const { paths } = await read(source);
    for (const { real, kind } of paths) {
      if (kind === 'file' && real === absolute) return 'holds settings or a program of git';
      if (kind === 'folder' && isWithin(absolute, real)) return 'is among the hooks that git runs';
    }
  }
  return null;
}

/** Git markers in the folders that a path leads through. */
async function findMarkersAround(root: string, path: readonly string[]): Promise<ScannedEntry[]> {
  const folders = path.map((_, length) => path.slice(0, length));
  const paths = folders.flatMap((folder) => gitMarkers.map((name) => [...folder, name]));
  const entries = await Promise.all(
    paths.map(async (marker) => ({ path: marker, kind: await kindOf(root, marker) })),
  );
  return entries.filter((entry): entry is ScannedEntry => entry.kind !== null);
}
