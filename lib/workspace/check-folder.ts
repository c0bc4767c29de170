import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isWithin } from '../core/lies-in.ts';
import { WorkspaceError } from './workspace-error.ts';

export interface FolderRules {
  /** Where admins may name folders; `null`: anywhere (local mode). */
  allowed: readonly string[] | null;
  /** Of the server itself: no workspace lies in them or holds one. */
  forbidden: readonly string[];
}

/**
 * A folder that may be a workspace, by its real path.
 * @throws WorkspaceError `bad_path`, `not_a_directory`, `unavailable`: why it may not, in a sentence
 */
export async function checkFolder(folder: string, { allowed, forbidden }: FolderRules): Promise<string> {
  const refuse = (code: 'bad_path' | 'not_a_directory' | 'unavailable', words: string) =>
    new WorkspaceError(code, words);
  if (!folder.startsWith('/') || folder.includes('\0')) {
    throw refuse('bad_path', 'Enter the full path of the folder, starting with /.');
  }
  // What is not allowed is not looked up: nobody learns here which folders there are.
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

/** By the names of the allowed ones as they are written, or as they really are. */
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
