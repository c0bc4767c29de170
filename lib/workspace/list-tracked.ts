import type { FileHandle } from 'node:fs/promises';
import { descriptorPath } from './descriptor-path.ts';
import { runRipgrep } from './ripgrep.ts';
import { isWorkspaceError } from './workspace-error.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

interface Wanted {
  /** The open folder, so that the folder that was opened is the one that is listed. */
  handle: FileHandle;
  root: WorkspaceRoot;
  components: readonly string[];
  glob: string | null;
  signal: AbortSignal;
  maxFiles: number;
  /** What was listed by then is returned, cut. Default: a list that takes too long fails. */
  withinMs?: number;
}

interface TrackedFiles {
  paths: string[];
  /** Folders that could not be listed. */
  unreadable: string[];
  isCut: boolean;
}

/** Paths of the files below a folder, without those git ignores, in path order, relative to the workspace. */
export async function listTracked({
  handle,
  root,
  components,
  glob,
  signal,
  maxFiles,
  withinMs,
}: Wanted): Promise<TrackedFiles> {
  const prefix = components.map((component) => `${component}/`).join('');
  const paths: string[] = [];
  const unreadable: string[] = [];
  let isCut = false;
  const isSecret = (path: string) => path.split('/').some(root.secretNames.matches);
  const listing = runRipgrep({
    ...(withinMs === undefined ? {} : { deadline: AbortSignal.timeout(withinMs) }),
    arguments: [
      '--files',
      // Separated by NUL, since a name may contain a line end.
      '--null',
      '--hidden',
      '--no-require-git',
      '--sort=path',
      ...(glob === null ? [] : [`--glob=${glob}`]),
      '--glob=!.git',
      './',
    ],
    cwd: descriptorPath(handle, root.path, components),
    signal,
    separator: '\0',
    onUnreadable(complaint) {
      for (const path of pathsIn(complaint)) if (!isSecret(path)) unreadable.push(`${prefix}${path}`);
    },
    onLine(line) {
      const path = line.replace(/^\.\//, '');
      if (isSecret(path)) return true;
      isCut = paths.length >= maxFiles;
      if (!isCut) paths.push(`${prefix}${path}`);
      return !isCut;
    },
  });
  await listing.catch((error: unknown) => {
    if (withinMs === undefined || !isWorkspaceError(error) || error.code !== 'timed_out') throw error;
    isCut = true;
  });
  return { paths, unreadable, isCut };
}

/** The paths ripgrep could not read, from its error output: `rg: ./lib: Permission denied (os error 13)`. */
const pathsIn = (complaint: string): string[] =>
  complaint.split('\n').flatMap((line) => /^rg: \.\/(.+?): [^:]*\(os error \d+\)$/.exec(line)?.[1] ?? []);
