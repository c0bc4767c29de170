import type { FileHandle } from 'node:fs/promises';
import { heldPath } from './held-path.ts';
import { runRipgrep } from './ripgrep.ts';
import { hasSecretName } from './workspace-path.ts';

interface Wanted {
  /** The folder, held open: what is listed is what was opened. */
  handle: FileHandle;
  root: string;
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
    cwd: heldPath(handle, root, components),
    signal,
    onLine(line) {
      const path = line.replace(/^\.\//, '');
      if (hasSecretName(path)) return true;
      isCut = paths.length >= maxFiles;
      if (!isCut) paths.push(`${prefix}${path}`);
      return !isCut;
    },
  });
  return { paths, isCut };
}
