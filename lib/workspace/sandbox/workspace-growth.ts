import { lstat, opendir, readdir, stat, statfs } from 'node:fs/promises';
import type { CommandLimits } from './command-limits.ts';

export interface FreeSpace {
  bytes: number;
  files: number;
}

export async function readFreeSpace(root: string): Promise<FreeSpace> {
  const { bavail, bsize, ffree } = await statfs(root);
  return { bytes: bavail * bsize, files: ffree };
}

export interface GrowthWatch {
  root: string;
  startedMs: number;
  free: FreeSpace;
  limits: CommandLimits;
}

/**
 * Whether more was written into a workspace since then than one command may write. The folder is walked only
 * when its disk has lost that much space: other writers on the disk only cause a walk.
 */
export async function hasOutgrown(watch: GrowthWatch, listPids: () => Promise<number[]>): Promise<boolean> {
  const { root, free, limits } = watch;
  const now = await readFreeSpace(root);
  const hasLost =
    free.bytes - now.bytes >= limits.workspaceGrowthBytes ||
    free.files - now.files >= limits.workspaceGrowthFiles;
  if (!hasLost) return false;
  const left = { bytes: limits.workspaceGrowthBytes, files: limits.workspaceGrowthFiles };
  const take = (bytes: number) => {
    left.bytes -= bytes;
    left.files -= 1;
    return left.bytes > 0 && left.files > 0;
  };
  return (
    !(await walkNew(Buffer.from(root), watch.startedMs, take)) ||
    !(await walkUnnamed(await listPids(), (await stat(root)).dev, take))
  );
}

const slash = Buffer.from('/');

/**
 * Visits every file that was created or changed since; links are not followed. Stops when `take` returns
 * `false`.
 */
async function walkNew(folder: Buffer, sinceMs: number, take: (bytes: number) => boolean): Promise<boolean> {
  // As bytes: a name need not be UTF-8.
  const opening = opendir(folder, { encoding: 'buffer' as BufferEncoding });
  const entries = await opening.catch((error: NodeJS.ErrnoException) => error);
  if (entries instanceof Error) return !(await isClosedByCommand(entries, folder));
  try {
    for await (const entry of entries) {
      const path = Buffer.concat([folder, slash, entry.name as unknown as Buffer]);
      if (entry.isDirectory()) {
        if (!(await walkNew(path, sinceMs, take))) return false;
        continue;
      }
      const stats = await lstat(path).catch(() => null);
      // Some file systems round times down, up to two seconds.
      if (stats === null || stats.ctimeMs < sinceMs - 2_000) continue;
      if (!take(stats.blocks * 512)) return false;
    }
  } catch {
    // The folder was removed while it was read, with everything in it.
  }
  return true;
}

/**
 * Whether a command closed the folder so that its contents are not counted. Other folders are gone, or
 * somebody else's.
 */
async function isClosedByCommand({ code }: NodeJS.ErrnoException, folder: Buffer): Promise<boolean> {
  if (code !== 'EACCES') return code === 'ENAMETOOLONG';
  const stats = await lstat(folder).catch(() => null);
  return stats?.uid === process.getuid?.();
}

/** Visits files without a name, which only the processes that have them open can see. */
async function walkUnnamed(
  pids: readonly number[],
  device: number,
  take: (bytes: number) => boolean,
): Promise<boolean> {
  const seen = new Set<number>();
  for (const pid of pids) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      const stats = await stat(`/proc/${pid}/fd/${descriptor}`).catch(() => null);
      if (stats === null || !stats.isFile() || stats.nlink > 0) continue;
      if (stats.dev !== device || seen.has(stats.ino)) continue;
      seen.add(stats.ino);
      if (!take(stats.blocks * 512)) return false;
    }
  }
  return true;
}
