import { constants } from 'node:fs';
import {
  type FileHandle,
  lstat,
  lutimes,
  mkdir,
  open,
  readdir,
  readFile,
  rmdir,
  unlink,
} from 'node:fs/promises';
import { openInside } from '../open-inside.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { unhiddenRoot } from '../workspace-root.ts';

/**
 * An entry created in the workspace where git, or this server, would read a missing file: nothing can be
 * mounted over a missing name, and a command must not create it. It has no meaning to git, and is removed
 * when the last command in the workspace has ended.
 */
export interface Placeholder {
  path: readonly string[];
  /** Content of a file; `null`: an empty folder. */
  content: string | null;
}

/** Modification time of every placeholder, by which one that a killed server left is recognized. */
const markedTime = new Date('2001-02-03T04:05:06Z');

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/**
 * Creates a placeholder, through the open folder that contains it, so that no name can lead elsewhere.
 * @returns whether something exists there now. If this server may not write there, or the name is too long,
 * its commands cannot create it either
 * @throws WorkspaceError `unavailable` if it cannot be created
 */
export async function createPlaceholder(root: string, { path, content }: Placeholder): Promise<boolean> {
  const parent = await openParent(root, path);
  try {
    const name = nameIn(parent, path);
    if (content === null) await mkdir(name, { mode: 0o755 });
    else await writeNew(name, content);
    await lutimes(name, markedTime, markedTime);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Left by a server that was killed.
    if (code === 'EEXIST') return true;
    if (code === 'EROFS' || code === 'ENAMETOOLONG' || (code === 'EACCES' && !(await isOwn(parent))))
      return false;
    throw new WorkspaceError(
      'unavailable',
      `Commands do not run: ${path.join('/')} cannot be protected, since ${whyNot(code)}`,
      { cause: error },
    );
  } finally {
    await parent.close();
  }
}

function whyNot(code: string | undefined): string {
  switch (code) {
    case 'EACCES':
      return 'this server has no right to write to its folder';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'no space is left on the disk';
    default:
      return `it cannot be created (${code})`;
  }
}

/** Removes a placeholder, if it is still one. Never rejects. */
export async function removePlaceholder(root: string, placeholder: Placeholder): Promise<void> {
  const { path, content } = placeholder;
  const parent = await openParent(root, path).catch(() => null);
  if (parent === null) return;
  try {
    const name = nameIn(parent, path);
    if (!(await isMarked(name, content))) return;
    await (content === null ? rmdir(name) : unlink(name));
  } catch {
    // It is gone, or somebody has put their own file there.
  } finally {
    await parent.close();
  }
}

/** Whether the entry is a placeholder that nobody has put anything into. Never rejects. */
export async function isPlaceholder(root: string, { path, content }: Placeholder): Promise<boolean> {
  const parent = await openParent(root, path).catch(() => null);
  if (parent === null) return false;
  try {
    return await isMarked(nameIn(parent, path), content);
  } catch {
    return false;
  } finally {
    await parent.close();
  }
}

async function isMarked(name: string, content: string | null): Promise<boolean> {
  const stats = await lstat(name);
  if (stats.mtimeMs !== markedTime.getTime()) return false;
  if (content === null) return stats.isDirectory() && (await readdir(name)).length === 0;
  return stats.isFile() && stats.size === content.length && (await readFile(name, 'utf8')) === content;
}

/** Whether this user owns the folder: the owner could make it writable. */
const isOwn = async (folder: FileHandle): Promise<boolean> =>
  (await folder.stat()).uid === process.getuid?.();

const openParent = async (root: string, path: readonly string[]): Promise<FileHandle> =>
  (await openInside(unhiddenRoot(root), path.slice(0, -1))).handle;

const nameIn = (parent: FileHandle, path: readonly string[]): string =>
  `/proc/self/fd/${parent.fd}/${path.at(-1)}`;

async function writeNew(name: string, content: string): Promise<void> {
  const file = await open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}
