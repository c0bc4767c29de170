import { statfs } from 'node:fs/promises';

export interface FolderUse {
  files: number;
  bytes: number;
}

/**
 * The contents of a sandbox's folders in memory. Their size limits the bytes, but not the number of files,
 * each of which uses kernel memory; neither is counted as memory of any process.
 */
export async function measureFolders(pids: readonly number[]): Promise<FolderUse> {
  // The first process is outside, and sees the machine's own folders; the second is the first one inside.
  const [, inside] = pids;
  if (inside === undefined) return { files: 0, bytes: 0 };
  const uses = await Promise.all(
    ['tmp', 'dev/shm'].map((name) => measureFolder(`/proc/${inside}/root/${name}`)),
  );
  return uses.reduce((total, use) => ({ files: total.files + use.files, bytes: total.bytes + use.bytes }));
}

async function measureFolder(path: string): Promise<FolderUse> {
  // It has ended, or is not inside yet.
  const stats = await statfs(path).catch(() => null);
  if (stats?.type !== tmpfsMagic) return { files: 0, bytes: 0 };
  return { files: stats.files - stats.ffree, bytes: (stats.blocks - stats.bfree) * stats.bsize };
}

/** `TMPFS_MAGIC` (Linux, `linux/magic.h`). */
const tmpfsMagic = 0x0102_1994;
