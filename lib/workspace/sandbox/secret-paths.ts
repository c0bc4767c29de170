import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { rgPath } from '@vscode/ripgrep';
import { limits } from '../../core/limits.ts';
import { WorkspaceError } from '../workspace-error.ts';

export interface FoundPaths {
  /** Relative to the folder, as bytes: a name need not be text. More than the secret ones, if the folder is small. */
  files: Uint8Array[];
  /** Folders that could not be read; a command of the same owner could open them to itself. */
  closedFolders: Uint8Array[];
}

/**
 * Names of `.env` files at any depth, of ignored folders too. Links are not among them: where they lead is either found itself or
 * not in the sandbox at all.
 * @throws WorkspaceError where some could be missed
 */
export async function listSecretPaths(root: string, signal: AbortSignal): Promise<FoundPaths> {
  // Of a small folder the walk is over before another program would have started.
  return (
    (await walk(root, smallEntries)) ??
    (await askRipgrep(root, signal)) ??
    (await walk(root, Number.POSITIVE_INFINITY)) ?? { files: [], closedFolders: [] }
  );
}

const smallEntries = 500;
const slash = Buffer.from('/');
const outputBytes = 16 * 1024 * 1024;

/** `null`: there are more entries than that. */
async function walk(root: string, maxEntries: number): Promise<FoundPaths | null> {
  const found: FoundPaths = { files: [], closedFolders: [] };
  const folders: Buffer[] = [Buffer.alloc(0)];
  let count = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readFolder(Buffer.concat([Buffer.from(root), slash, folder]));
    if (entries === null) found.closedFolders.push(folder);
    count += entries?.length ?? 0;
    if (count > maxEntries) return null;
    for (const entry of entries ?? []) {
      const path = Buffer.concat(folder.length === 0 ? [entry.name] : [folder, slash, entry.name]);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.files.push(path);
    }
  }
  return found;
}

/** `null`: it may not be read. */
async function readFolder(path: Buffer) {
  try {
    return await readdir(path, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') return null;
    // It went away meanwhile.
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw cannotLook(error);
  }
}

/** Many times faster in a large folder. `null`: there is something that it could not read. */
function askRipgrep(root: string, signal: AbortSignal): Promise<FoundPaths | null> {
  const globs = ['.env', '.env.*', '**/.env/**', '**/.env.*/**'].map((glob) => `--iglob=${glob}`);
  const flags = [
    '--no-config',
    '--no-follow',
    '--files',
    '--null',
    '--hidden',
    '--no-ignore',
    '--no-messages',
  ];
  return new Promise((resolve, reject) => {
    execFile(
      rgPath,
      [...flags, ...globs, './'],
      {
        cwd: root,
        env: {} as NodeJS.ProcessEnv,
        encoding: 'buffer',
        maxBuffer: outputBytes,
        timeout: limits.grepTimeoutMs,
        killSignal: 'SIGKILL',
        signal,
      },
      (error, stdout) => {
        if (signal.aborted) reject(signal.reason);
        // 1: it found nothing; 2: it met an error on its way.
        else if (error === null || error.code === 1)
          resolve({ files: splitPaths(stdout), closedFolders: [] });
        else if (error.code === 2) resolve(null);
        else reject(cannotLook(error));
      },
    );
  });
}

/** Each ended by NUL, since a name may hold a line end, and begun by `./`. */
function splitPaths(bytes: Buffer): Uint8Array[] {
  const paths: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(0, from);
    paths.push(bytes.subarray(from + 2, to === -1 ? bytes.length : to));
    from = to === -1 ? bytes.length : to + 1;
  }
  return paths;
}

const cannotLook = (cause: unknown) =>
  new WorkspaceError(
    'unavailable',
    'Commands do not run: the workspace could not be searched for .env files',
    {
      cause,
    },
  );
