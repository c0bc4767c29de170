import { statfs } from 'node:fs/promises';

export interface FolderUse {
  files: number;
  bytes: number;
}

/**
 * What a sandbox has in its folders in memory. Their size bounds the bytes, but not the files, each of which takes some of the
 * kernel's memory; either is in the memory of no process.
 */
export async function measureFolders(pids: readonly number[]): Promise<FolderUse> {
  // The first is outside, and sees the machine's own folders; the second is the first inside.
  const [, inside] = pids;
  if (inside === undefined) return { files: 0, bytes: 0 };
  const uses = await Promise.all(
    ['tmp', 'dev/shm'].map((name) => measureFolder(`/proc/${inside}/root/${name}`)),
  );
  return uses.reduce((total, use) => ({ files: total.files + use.files, bytes: total.bytes + use.bytes }));
}

async function measureFolder(path: string): Promise<FolderUse> {
  // It has ended, or is not yet inside.
  const stats = await statfs(path).catch(() => null);
  if (stats?.type !== tmpfsMagic) return { files: 0, bytes: 0 };
  return { files: stats.files - stats.ffree, bytes: (stats.blocks - stats.bfree) * stats.bsize };
}

/** `TMPFS_MAGIC` (Linux, `linux/magic.h`). */
const tmpfsMagic = 0x0102_1994;
