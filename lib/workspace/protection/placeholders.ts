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
 * An entry made in the workspace where git, or this server, would read a file that is not there: nothing can be mounted over an absent
 * name, and a command must not create it. It means nothing to git, and it is removed when the last command in the workspace has ended.
 */
export interface Placeholder {
  path: readonly string[];
  /** Of a file; `null`: an empty folder. */
  content: string | null;
}

/** When every placeholder says it was changed last: so one that a killed server left is known for what it is. */
const markedTime = new Date('2001-02-03T04:05:06Z');

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/**
 * Makes a placeholder, through the open folder it lies in, so that no name can lead elsewhere.
 * @returns whether something is there now: where this server may not write, no command of its can either, nor use a name too long
 * @throws WorkspaceError `unavailable` where it cannot be made
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
      `Commands do not run: ${path.join('/')} cannot be protected in this workspace`,
      { cause: error },
    );
  } finally {
    await parent.close();
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
    // Gone, or no placeholder any more: somebody keeps something there.
  } finally {
    await parent.close();
  }
}

/** Whether it is there already, and nobody has put anything into it. Never rejects. */
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

/** Its owner may give itself leave to write. */
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
