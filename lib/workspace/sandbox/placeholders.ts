import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readFile, rmdir, unlink } from 'node:fs/promises';
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

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/**
 * Makes a placeholder, through the open folder it lies in, so that no name can lead elsewhere.
 * @returns whether something is there now: where this server may not write, no command of its can either
 * @throws WorkspaceError `unavailable` where it cannot be made
 */
export async function createPlaceholder(root: string, { path, content }: Placeholder): Promise<boolean> {
  const parent = await openParent(root, path);
  try {
    const name = nameIn(parent, path);
    if (content === null) await mkdir(name, { mode: 0o755 });
    else await writeNew(name, content);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Left by a server that was killed.
    if (code === 'EEXIST') return true;
    if (code === 'EROFS' || (code === 'EACCES' && !(await isOwn(parent)))) return false;
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
    if (content === null) await rmdir(name);
    else if ((await lstat(name)).isFile() && (await readFile(name, 'utf8')) === content) await unlink(name);
  } catch {
    // Gone, or no placeholder any more: somebody keeps something there.
  } finally {
    await parent.close();
  }
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
