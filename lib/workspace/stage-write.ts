import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { visibleName } from '../core/visible-name.ts';
import { descriptorPath } from './descriptor-path.ts';
import { explainWrite } from './explain-write.ts';
import { openInside } from './open-inside.ts';
import { type PresentFile, readPresent } from './read-present.ts';
import { WorkspaceError } from './workspace-error.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

export interface FileWrite {
  components: readonly string[];
  /** What is there now; `null`: nothing. */
  present: PresentFile | null;
  /** What shall be there; `null`: nothing. */
  bytes: Uint8Array | null;
  /** Whose rights and owner it gets; `null`: a new file's. */
  like: PresentFile | null;
  /** The rights of a new file, where it gets nobody's. */
  mode?: number | undefined;
}

/** A write that lies ready: the new bytes are on the disk beside their place, in a folder held open. */
export interface StagedWrite {
  /** @throws WorkspaceError `changed` where the place does not hold what it held */
  verify(): Promise<void>;
  /** Puts the bytes in their place, or takes the file away: in one step. */
  commit(): Promise<void>;
  /**
   * Puts back what was there before `commit`.
   * @throws WorkspaceError that says where to find it
   */
  revert(): Promise<void>;
  /** Leaves nothing behind but what was committed. The last call. */
  finish(isCommitted: boolean): Promise<void>;
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const newFileMode = 0o644;

/**
 * Writes all of a file's new bytes beside it. Folders on the way that are missing are made.
 * @param keepsOld whether a commit can be reverted
 * @throws WorkspaceError; then nothing is left behind
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
    // Whoever has put something into one meanwhile keeps it.
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
  // Mostly there is none any more; one that stays is no reason to call what was written not written.
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
  // Only root can give files away; for others the file is their own from now on.
  if (stats.uid !== uid || stats.gid !== gid) await handle.chown(uid, gid).catch(() => {});
  await handle.chmod(mode);
}

/** A second name for the old file costs no space; a copy serves where there can be none. */
async function keep(target: string, path: string, present: PresentFile): Promise<void> {
  await link(target, path).catch(() => writeBytes(path, present.bytes, { like: present }));
}

/** A new file never takes the place of one that came meanwhile: a second name can only be given where there is none. */
async function putNew(newBytes: string, target: string): Promise<void> {
  try {
    await link(newBytes, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // A file system without second names: looking before is the best there is.
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
