import { statfs } from 'node:fs/promises';

/** Free bytes of the disk of a folder, for a user without privileges; `undefined`: not known, as where there is no such folder. */
export async function readFreeBytes(folder: string): Promise<number | undefined> {
  // What cannot be asked is no full disk.
  const space = await statfs(/* turbopackIgnore: true */ folder).catch(() => undefined);
  // Network file systems report more than a number can count.
  return space && Math.min(space.bavail * space.bsize, Number.MAX_SAFE_INTEGER);
}
