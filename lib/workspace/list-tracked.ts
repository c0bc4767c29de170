import type { FileHandle } from 'node:fs/promises';
import { descriptorPath } from './descriptor-path.ts';
import { runRipgrep } from './ripgrep.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

interface Wanted {
  /** The folder, held open: what is listed is what was opened. */
  handle: FileHandle;
  root: WorkspaceRoot;
  components: readonly string[];
  glob: string | null;
  signal: AbortSignal;
  maxFiles: number;
}

interface TrackedFiles {
  paths: string[];
  /** Folders that could not be listed. */
  unreadable: string[];
  isCut: boolean;
}

/** Names of the files below a folder, without those that git ignores, in path order, relative to the workspace. */
export async function listTracked({
  handle,
  root,
  components,
  glob,
  signal,
  maxFiles,
}: Wanted): Promise<TrackedFiles> {
  const prefix = components.map((component) => `${component}/`).join('');
  const paths: string[] = [];
  const unreadable: string[] = [];
  let isCut = false;
  const isSecret = (path: string) => path.split('/').some(root.secretNames.matches);
  await runRipgrep({
    arguments: [
      '--files',
      // A name may hold a line end.
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
  return { paths, unreadable, isCut };
}

/** What ripgrep could not read, of its complaint: `rg: ./lib: Permission denied (os error 13)`. */
const pathsIn = (complaint: string): string[] =>
  complaint.split('\n').flatMap((line) => /^rg: \.\/(.+?): [^:]*\(os error \d+\)$/.exec(line)?.[1] ?? []);
