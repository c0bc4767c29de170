import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runRipgrep } from '../ripgrep.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { hasSecretName, isSecretName } from '../workspace-path.ts';
import type { CommandLimits } from './command-limits.ts';

/** What of a workspace its commands do not see, or may not change. Paths relative to it. */
export interface HiddenPaths {
  secretFiles: string[];
  secretFolders: string[];
  /** The repository in its root, if `.git` is a folder; where it has no hooks, their folder is closed. */
  repository: { hasHooks: boolean } | null;
}

/**
 * Looks for secrets at any depth, ignored files and the insides of packages too.
 * @throws WorkspaceError where one could not be hidden
 */
export async function findHiddenPaths(
  root: string,
  limits: CommandLimits,
  signal: AbortSignal,
): Promise<HiddenPaths> {
  const [secrets, repository] = await Promise.all([findSecrets(root, limits, signal), findRepository(root)]);
  return { ...secrets, repository };
}

async function findSecrets(root: string, limits: CommandLimits, signal: AbortSignal) {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const path of (await listSmall(root)) ?? (await listSecretPaths(root, signal))) {
    if (!hasSecretName(path)) continue;
    if (path.includes('\ufffd')) {
      throw new WorkspaceError(
        'unavailable',
        `Commands do not run: a .env file lies below a name that is not UTF-8 and cannot be hidden: ${path}`,
      );
    }
    const components = path.split('/');
    const place = components.findIndex(isSecretName);
    const isFolder = place < components.length - 1;
    (isFolder ? folders : files).add(components.slice(0, place + 1).join('/'));
  }
  if (files.size + folders.size > limits.commandHiddenPaths) {
    throw new WorkspaceError(
      'unavailable',
      `Commands do not run: the workspace holds more than ${limits.commandHiddenPaths} .env files to hide`,
    );
  }
  return { secretFiles: [...files], secretFolders: [...folders] };
}

/** In a small folder the walk is over before another program would have started. */
const smallEntries = 500;

/** All files of a small folder; `null`: it is not small. */
async function listSmall(root: string): Promise<string[] | null> {
  const files: string[] = [];
  const folders = [''];
  let count = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // Gone, or not to be read: then no command reads it either.
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    count += entries.length;
    if (count > smallEntries) return null;
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files;
}

/** Links are not among them: where they lead is either hidden itself or not in the sandbox at all. */
async function listSecretPaths(root: string, signal: AbortSignal): Promise<string[]> {
  const pieces: string[] = [];
  await runRipgrep({
    arguments: [
      ...['--files', '--null', '--hidden', '--no-ignore', '--no-messages'],
      ...['.env', '.env.*', '**/.env/**', '**/.env.*/**'].map((glob) => `--iglob=${glob}`),
      './',
    ],
    cwd: root,
    signal,
    onLine(line) {
      pieces.push(line);
      return true;
    },
  });
  // Ended by NUL, as a name may hold a line end.
  return pieces
    .join('\n')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.replace(/^\.\//, ''));
}

async function findRepository(root: string): Promise<HiddenPaths['repository']> {
  if (!(await isFolder(join(root, '.git')))) return null;
  return { hasHooks: await lstat(join(root, '.git', 'hooks')).then(...yesOrNo) };
}

const yesOrNo = [() => true, () => false] as const;
const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
