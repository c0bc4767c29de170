import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the files of a folder take of the disk; more than `most` is not counted. No link is followed. */
export async function folderBytes(folder: string, most: number): Promise<number> {
  let total = 0;
  const entries = await opendir(/* turbopackIgnore: true */ folder).catch(() => null);
  // Not there yet, or not any more.
  if (entries === null) return 0;
  for await (const entry of entries) {
    const path = join(/* turbopackIgnore: true */ folder, entry.name);
    if (entry.isDirectory()) total += await folderBytes(path, most - total);
    else total += ((await lstat(/* turbopackIgnore: true */ path).catch(() => null))?.blocks ?? 0) * 512;
    if (total > most) break;
  }
  return total;
}
