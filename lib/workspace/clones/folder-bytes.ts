import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Of a file or folder, however little is in it: millions of empty ones fill a disk too. */
const leastBytes = 4096;

/** What is in a folder takes so much of the disk; more than `most` is not counted. No link is followed. */
export async function folderBytes(folder: string, most: number): Promise<number> {
  let total = 0;
  const entries = await opendir(/* turbopackIgnore: true */ folder).catch(() => null);
  // Not there yet, or not any more.
  if (entries === null) return 0;
  for await (const entry of entries) {
    const path = join(/* turbopackIgnore: true */ folder, entry.name);
    const stats = await lstat(/* turbopackIgnore: true */ path).catch(() => null);
    total += Math.max(leastBytes, (stats?.blocks ?? 0) * 512);
    if (entry.isDirectory()) total += await folderBytes(path, most - total);
    if (total > most) break;
  }
  return total;
}
