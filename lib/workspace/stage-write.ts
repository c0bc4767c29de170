import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { descriptorPath } from './descriptor-path.ts';
import { explainWrite } from './explain-write.ts';
import { openInside } from './open-inside.ts';
import { type PresentFile, readPresent } from './read-present.ts';
import { WorkspaceError } from './workspace-error.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

export interface FileWrite {
  components: readonly string[];
  /** The present file; `null`: there is none. */
  present: PresentFile | null;
  /** The new content; `null`: the file is removed. */
  bytes: Uint8Array | null;
  /** File whose mode and owner it gets; `null`: those of a new file. */
  like: PresentFile | null;
  /** Mode of a new file without `like`. */
  mode?: number | undefined;
}

/** A prepared write: the new bytes are on disk beside the target, in an open folder. */
export interface StagedWrite {
  /** @throws WorkspaceError `changed` if the target's content has changed */
  verify(): Promise<void>;
  /** Replaces or removes the file atomically. */
  commit(): Promise<void>;
  /**
   * Restores what was there before `commit`.
   * @throws WorkspaceError that says where the old content is
   */
  revert(): Promise<void>;
  /** Removes everything except what was committed. It must be the last call. */
  finish(isCommitted: boolean): Promise<void>;
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const newFileMode = 0o644;

/**
 * Writes all new bytes of a file beside it, and creates missing folders on the way.
 * @param keepsOld whether a commit can be reverted
 * @throws WorkspaceError; nothing is left behind then
 */
export async function stageWrite(
  root: WorkspaceRoot,
  write: FileWrite,
  keepsOld: boolean,
): Promise<StagedWrite> {
  const { components, present, bytes } = write;
  const shown = visibleName(components.join('/'));
  const folder = components.slice(0, -1);
  const madeFolders: number[] = [];
  const removeMade = async () => {
    // A folder that somebody has put something into meanwhile is kept.
    for (const length of madeFolders.toReversed())
      await removeFolder(root, folder.slice(0, length)).catch(() => {});
  };
  const parent = await openInside(root, folder, present ? undefined : madeFolders).then(
    ({ handle }) => handle,
    async (error: unknown) => {
      await removeMade();
      throw error;
    },
  );
  const inParent = (name: string) => join(descriptorPath(parent, root.path, folder), name);
  const target = inParent(components.at(-1) ?? '');
  const newBytes = inParent(temporaryName());
  const oldName = temporaryName();
  const oldBytes = inParent(oldName);
  let isOldNeeded = false;
  // Usually it no longer exists; one that stays does not make the write a failure.
  const discard = (path: string) => unlink(path).catch(() => {});

  const staged: StagedWrite = {
    async verify() {
      const now = await readPresent(root, components);
      if (now?.sha256 !== present?.sha256) throw changedMeanwhile(shown);
    },
    async commit() {
      try {
        if (keepsOld && present) await keep(target, oldBytes, present);
        if (bytes === null) await unlink(target);
        else if (present) await rename(newBytes, target);
        else await putNew(newBytes, target);
      } catch (error) {
        throw explainWrite(error, shown);
      }
    },
    async revert() {
      try {
        if (present) await rename(oldBytes, target);
        else await unlink(target);
      } catch (error) {
        isOldNeeded = present !== null;
        const where = isOldNeeded
          ? `; what it held lies in ${visibleName([...folder, oldName].join('/'))}`
          : '';
        throw new WorkspaceError('unavailable', `Could not be put back as it was: ${shown}${where}`, {
          cause: error,
        });
      }
    },
    async finish(isCommitted) {
      await discard(newBytes);
      if (!isOldNeeded) await discard(oldBytes);
      await parent.close();
      if (!isCommitted) await removeMade();
    },
  };
  try {
    if (bytes !== null) await writeBytes(newBytes, bytes, write);
  } catch (error) {
    await staged.finish(false);
    throw explainWrite(error, shown);
  }
  return staged;
}

const temporaryName = (): string => `.${randomBytes(8).toString('hex')}.tmp`;

async function writeBytes(
  path: string,
  bytes: Uint8Array,
  { like, mode }: Pick<FileWrite, 'like' | 'mode'>,
): Promise<void> {
  const handle = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, newFileMode);
  try {
    await handle.writeFile(bytes);
    if (like) await becomeLike(handle, like);
    else if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function becomeLike(handle: FileHandle, { mode, uid, gid }: PresentFile): Promise<void> {
  const stats = await handle.stat();
  // Only root can change a file's owner; for others the file becomes their own.
  if (stats.uid !== uid || stats.gid !== gid) await handle.chown(uid, gid).catch(() => {});
  await handle.chmod(mode);
}

/** A hard link to the old file costs no space; if that is not possible, it is copied. */
async function keep(target: string, path: string, present: PresentFile): Promise<void> {
  await link(target, path).catch(() => writeBytes(path, present.bytes, { like: present }));
}

/**
 * A hard link can only be created where nothing is, so a new file never replaces one that was created
 * meanwhile.
 */
async function putNew(newBytes: string, target: string): Promise<void> {
  try {
    await link(newBytes, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // A file system without hard links: checking first is the best there is.
    const isThere = await lstat(target).then(
      () => true,
      () => false,
    );
    if (isThere) throw error;
    await rename(newBytes, target);
  }
}

async function removeFolder(root: WorkspaceRoot, components: readonly string[]): Promise<void> {
  const before = components.slice(0, -1);
  const { handle } = await openInside(root, before);
  try {
    await rmdir(join(descriptorPath(handle, root.path, before), components.at(-1) ?? ''));
  } finally {
    await handle.close();
  }
}

const changedMeanwhile = (shown: string) =>
  new WorkspaceError('changed', `Changed by something else while it was written: ${shown}`);
