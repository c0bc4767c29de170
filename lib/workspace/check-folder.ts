import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isWithin } from '../core/algorithms/text/lies-in.ts';
import { WorkspaceError } from './workspace-error.ts';

export interface FolderRules {
  /** Folders inside which admins may add workspaces; `null`: anywhere (local mode). */
  allowed: readonly string[] | null;
  /** The server's own folders: no workspace may lie in one or contain one. */
  forbidden: readonly string[];
}

/**
 * Resolves a folder that may be a workspace to its real path.
 * @throws WorkspaceError `bad_path`, `not_a_directory`, `unavailable`: why it may not, in a sentence
 */
export async function checkFolder(folder: string, { allowed, forbidden }: FolderRules): Promise<string> {
  const refuse = (code: 'bad_path' | 'not_a_directory' | 'unavailable', words: string) =>
    new WorkspaceError(code, words);
  if (!folder.startsWith('/') || folder.includes('\0')) {
    throw refuse('bad_path', 'Enter the full path of the folder, starting with /.');
  }
  // Checked before any lookup, so that nobody can probe which folders exist.
  if (allowed !== null && !(await isUnder(folder, allowed))) {
    throw refuse('unavailable', formatAllowed(allowed));
  }
  const path = await realpath(/* turbopackIgnore: true */ folder).catch(() => null);
  const stats = path === null ? null : await stat(/* turbopackIgnore: true */ path).catch(() => null);
  if (path === null || stats === null || !stats.isDirectory()) {
    throw refuse('not_a_directory', 'This server cannot find or read this folder.');
  }
  if (allowed !== null && !(await isUnder(path, allowed)))
    throw refuse('unavailable', formatAllowed(allowed));
  await access(/* turbopackIgnore: true */ path, constants.R_OK | constants.X_OK).catch(() => {
    throw refuse('not_a_directory', 'This server cannot find or read this folder.');
  });
  for (const other of forbidden) {
    const own = await realpath(/* turbopackIgnore: true */ other).catch(() => other);
    if (isWithin(path, own) || isWithin(own, path)) {
      throw refuse('unavailable', 'This folder overlaps with the server’s own data. Choose another folder.');
    }
  }
  return path;
}

/** Compares with the allowed folders both as they are written and by their real paths. */
async function isUnder(path: string, allowed: readonly string[]): Promise<boolean> {
  const normal = path.split('/').includes('..') ? null : path.replace(/\/+/g, '/');
  if (normal === null) return false;
  for (const folder of allowed) {
    const real = await realpath(/* turbopackIgnore: true */ folder).catch(() => folder);
    if (isWithin(normal, folder.replace(/(?<=.)\/+$/, '')) || isWithin(normal, real)) return true;
  }
  return false;
}

const formatAllowed = (allowed: readonly string[]): string =>
  allowed.length === 0
    ? 'Adding folders is off. To allow it, set workspaceFolders in vitrine.config.json.'
    : `Only folders in ${allowed.join(', ')} can be added (workspaceFolders in vitrine.config.json).`;
