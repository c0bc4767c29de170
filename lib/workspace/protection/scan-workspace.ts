import { execFile } from 'node:child_process';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { limits } from '#lib/core/limits.ts';
import { namePatternSource } from '../name-pattern.ts';
import { WorkspaceError } from '../workspace-error.ts';

export type EntryKind = 'file' | 'folder' | 'link' | 'socket' | 'other';

export interface ScannedEntry {
  /** Relative to the workspace, as components. */
  path: string[];
  kind: EntryKind;
}

export interface WorkspaceScan {
  /** Sockets, and entries with a wanted name, at any depth; without those below `unreadableFolders`. */
  entries: ScannedEntry[];
  /**
   * Folders that cannot be read, though a command of the same owner could make them readable; also those too
   * deep for a path.
   */
  unreadableFolders: string[][];
}

/** Which names a scan reports. */
export interface WantedNames {
  matches(name: string): boolean;
  /** Patterns for at least the same names, case-insensitive, with `*` for any characters. */
  patterns: readonly string[];
}

/**
 * Finds entries by name at any depth of a workspace, also in ignored folders and inside packages. Links are
 * reported, never followed.
 * @throws WorkspaceError `unavailable` if some could be missed
 */
export async function scanWorkspace(
  root: string,
  wanted: WantedNames,
  signal: AbortSignal,
): Promise<WorkspaceScan> {
  // A small folder is read faster than another program starts.
  return (
    (await walk(root, wanted, smallEntries)) ??
    (await runFind(root, wanted, signal)) ??
    (await walk(root, wanted, Number.POSITIVE_INFINITY)) ?? { entries: [], unreadableFolders: [] }
  );
}

const smallEntries = 500;
const slash = Buffer.from('/');
/**
 * Limit for a folder below the workspace: in a longer one, entries could exceed `PATH_MAX`, and could not be
 * mounted over.
 */
const maxPathBytes = 3_000;
const outputBytes = 16 * 1024 * 1024;

/** `null`: there are more than `maxEntries` entries. */
async function walk(root: string, wanted: WantedNames, maxEntries: number): Promise<WorkspaceScan | null> {
  const scan: WorkspaceScan = { entries: [], unreadableFolders: [] };
  const folders: Buffer[] = [Buffer.alloc(0)];
  let count = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const children = await readFolder(Buffer.concat([Buffer.from(root), slash, folder]));
    if (children === null) scan.unreadableFolders.push(componentsOf(folder));
    count += children?.length ?? 0;
    if (count > maxEntries) return null;
    for (const child of children ?? []) {
      const path = Buffer.concat(folder.length === 0 ? [child.name] : [folder, slash, child.name]);
      const kind = kindOfEntry(child);
      if (kind === 'folder' && path.length > maxPathBytes) scan.unreadableFolders.push(componentsOf(path));
      else if (kind === 'folder') folders.push(path);
      if (kind === 'socket' || wanted.matches(child.name.toString()))
        scan.entries.push({ path: componentsOf(path), kind });
    }
  }
  return scan;
}

/** `null`: it may not be read. */
async function readFolder(path: Buffer) {
  try {
    return await readdir(path, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') return null;
    // It was removed meanwhile.
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw cannotScan(error);
  }
}

function kindOfEntry(entry: Dirent<Buffer>): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return 'link';
  return entry.isSocket() ? 'socket' : 'other';
}

/** The letters of `find -printf %y`. */
const kindOfLetter: Record<string, EntryKind> = { f: 'file', d: 'folder', l: 'link', s: 'socket' };

/** Scans with `find`, many times faster in a large folder. `null`: some of it could not be read. */
function runFind(root: string, wanted: WantedNames, signal: AbortSignal): Promise<WorkspaceScan | null> {
  const patterns = wanted.patterns.map((pattern) => namePatternSource(pattern, '[^/]*'));
  // One regular expression costs a third of as many `-iname` tests.
  const names = ['-regextype', 'posix-extended', '-iregex', `.*/(${patterns.join('|')})`];
  const expression = ['(', '-type', 's', '-o', ...names, ')', '-printf', '%y%P\\0'];
  return new Promise((resolve, reject) => {
    execFile(
      '/usr/bin/find',
      ['-P', '.', ...expression],
      {
        cwd: root,
        env: { LC_ALL: 'C' } as unknown as NodeJS.ProcessEnv,
        encoding: 'buffer',
        maxBuffer: outputBytes,
        timeout: limits.grepTimeoutMs,
        killSignal: 'SIGKILL',
        signal,
      },
      (error, stdout) => {
        if (signal.aborted) reject(signal.reason);
        else if (error === null) resolve(readFound(stdout, wanted));
        // It met a folder it could not read.
        else if (error.code === 1) resolve(null);
        else reject(cannotScan(error));
      },
    );
  });
}

/** Entries are terminated by NUL, since a name may contain a line end. */
function readFound(bytes: Buffer, wanted: WantedNames): WorkspaceScan {
  const scan: WorkspaceScan = { entries: [], unreadableFolders: [] };
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(0, from);
    const kind = kindOfLetter[String.fromCharCode(bytes[from] ?? 0)] ?? 'other';
    const path = bytes.subarray(from + 1, to);
    const name = path.subarray(path.lastIndexOf(slash) + 1).toString();
    const deep = path.indexOf(slash, maxPathBytes);
    if (kind === 'socket' || wanted.matches(name)) {
      if (deep === -1) scan.entries.push({ path: componentsOf(path), kind });
      else scan.unreadableFolders.push(componentsOf(path.subarray(0, deep)));
    }
    from = to + 1;
  }
  return scan;
}

/** @throws WorkspaceError if the path is not valid text, since it cannot be an argument of the sandbox */
function componentsOf(path: Buffer): string[] {
  const text = path.toString();
  if (Buffer.from(text).equals(path)) return text.split('/');
  throw new WorkspaceError(
    'unavailable',
    `Commands do not run: a path that must be protected is not UTF-8: ${JSON.stringify(text)}`,
  );
}

const cannotScan = (cause: unknown) =>
  new WorkspaceError(
    'unavailable',
    'Commands do not run: the workspace could not be searched for secrets and git repositories',
    { cause },
  );
