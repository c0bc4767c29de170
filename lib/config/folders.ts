import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isWithin } from '../core/algorithms/text/lies-in.ts';
import { ConfigError } from './config-error.ts';

export interface Folders {
  /** Absolute. */
  dataDir: string;
  /** Absolute, without links. */
  workspaces: string[];
  /** Absolute; links are resolved as far as the path exists. */
  clonesDir: string;
}

interface Wanted {
  VITRINE_ROLE?: string | undefined;
  VITRINE_DATA_DIR?: string | undefined;
  VITRINE_WORKSPACES?: string | undefined;
  VITRINE_CLONES_DIR?: string | undefined;
  XDG_STATE_HOME?: string | undefined;
}

/**
 * Resolves the configured folders relative to the current one. It does not create them.
 * @throws ConfigError when folders that must be separate contain each other
 */
export function readFolders(wanted: Wanted, current: string): Folders {
  const from = (path: string) => resolve(/* turbopackIgnore: true */ current, path);
  const dataDir = from(wanted.VITRINE_DATA_DIR ?? defaultDataDir(wanted, current));
  const folders = {
    dataDir,
    workspaces: wanted.VITRINE_ROLE === 'web' ? noWorkspaces(wanted) : namedWorkspaces(wanted, current),
    clonesDir: resolveExisting(from(wanted.VITRINE_CLONES_DIR ?? `${dataDir}-clones`)),
  };
  checkDataDir(folders);
  checkClonesDir(folders);
  return folders;
}

const namedWorkspaces = ({ VITRINE_WORKSPACES }: Wanted, current: string): string[] =>
  readWorkspaces(VITRINE_WORKSPACES?.split(',') ?? [current], current);

function noWorkspaces({ VITRINE_WORKSPACES }: Wanted): string[] {
  if (VITRINE_WORKSPACES === undefined) return [];
  throw new ConfigError('VITRINE_WORKSPACES is for runners, and VITRINE_ROLE is web. Unset one of them.');
}

function readWorkspaces(list: string[], current: string): string[] {
  const folders = list.map((folder) => folder.trim()).filter((folder) => folder !== '');
  if (folders.length === 0) throw new ConfigError('VITRINE_WORKSPACES names no folder.');
  const paths = folders.map((folder) => readFolder(folder, current));
  return [...new Set(paths)];
}

function readFolder(folder: string, current: string): string {
  try {
    const path = realpathSync(resolve(/* turbopackIgnore: true */ current, folder));
    if (statSync(/* turbopackIgnore: true */ path).isDirectory()) return path;
  } catch {
    // Reported below, with the same message as a path that is not a folder.
  }
  throw new ConfigError(`VITRINE_WORKSPACES names ${folder}, which is not a readable folder.`);
}

function defaultDataDir({ XDG_STATE_HOME }: Wanted, current: string): string {
  const state = XDG_STATE_HOME ?? join(homedir(), '.local', 'state');
  return join(state, 'vitrine', createHash('sha256').update(current).digest('hex').slice(0, 12));
}

/** The tools must not reach the store, and the store must not grow inside a workspace. */
function checkDataDir({ dataDir, workspaces }: Folders): void {
  const data = resolveExisting(dataDir);
  for (const workspace of workspaces) {
    if (!isWithin(data, workspace) && !isWithin(workspace, data)) continue;
    throw new ConfigError(
      `The data folder ${dataDir} and the workspace ${workspace} overlap. Set VITRINE_DATA_DIR to a separate folder.`,
    );
  }
}

/**
 * A clone must not be visible from another clone or from a configured workspace, and the store must not be
 * visible from any of them.
 */
function checkClonesDir({ clonesDir, dataDir, workspaces }: Folders): void {
  for (const other of [resolveExisting(dataDir), ...workspaces]) {
    if (!isWithin(clonesDir, other) && !isWithin(other, clonesDir)) continue;
    throw new ConfigError(
      `The folder of clones ${clonesDir} and ${other} overlap. Set VITRINE_CLONES_DIR to a separate folder.`,
    );
  }
}

/** Resolves the links in the part of a path that exists. */
export function resolveExisting(path: string): string {
  try {
    return realpathSync(/* turbopackIgnore: true */ path);
  } catch {
    const parent = resolve(/* turbopackIgnore: true */ path, '..');
    return parent === path
      ? path
      : join(/* turbopackIgnore: true */ resolveExisting(parent), path.slice(parent.length));
  }
}
