import { statfs } from 'node:fs/promises';

/**
 * How many files a sandbox has in its folders in memory, which only their bytes bound: each takes some of the kernel's
 * memory, and that of no process.
 */
export async function countMemoryFiles(pids: readonly number[]): Promise<number> {
  // The first is outside, and sees the machine's own folders; the second is the first inside.
  const [, inside] = pids;
  if (inside === undefined) return 0;
  const counts = ['tmp', 'dev/shm'].map(async (folder) => {
    // It has ended, or is not yet inside.
    const stats = await statfs(`/proc/${inside}/root/${folder}`).catch(() => null);
    return stats?.type === tmpfsMagic ? stats.files - stats.ffree : 0;
  });
  return (await Promise.all(counts)).reduce((total, count) => total + count, 0);
}

/** `TMPFS_MAGIC` (Linux, `linux/magic.h`). */
const tmpfsMagic = 0x0102_1994;
