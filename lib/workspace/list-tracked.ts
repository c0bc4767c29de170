import type { FileHandle } from 'node:fs/promises';
import { heldPath } from './held-path.ts';
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

/** Names of the files below a folder, without those that git ignores, in path order, relative to the workspace. */
export async function listTracked({
  handle,
  root,
  components,
  glob,
  signal,
  maxFiles,
}: Wanted): Promise<{ paths: string[]; isCut: boolean }> {
  const prefix = components.map((component) => `${component}/`).join('');
  const paths: string[] = [];
  let isCut = false;
  await runRipgrep({
    arguments: [
      '--files',
      '--hidden',
      '--no-require-git',
      '--sort=path',
      ...(glob === null ? [] : [`--glob=${glob}`]),
      '--glob=!.git',
      './',
    ],
    cwd: heldPath(handle, root.path, components),
    signal,
    onLine(line) {
      const path = line.replace(/^\.\//, '');
      if (path.split('/').some(root.secretNames.matches)) return true;
      isCut = paths.length >= maxFiles;
      if (!isCut) paths.push(`${prefix}${path}`);
      return !isCut;
    },
  });
  return { paths, isCut };
}
