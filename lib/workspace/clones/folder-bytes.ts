import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Minimum size counted for a file or folder: millions of empty ones fill a disk too. */
const minBytes = 4096;

/** Disk space used by the contents of a folder; counting stops above `max`. Links are not followed. */
export async function folderBytes(folder: string, max: number): Promise<number> {
  let total = 0;
  const entries = await opendir(/* turbopackIgnore: true */ folder).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (entries instanceof Error) {
    // Not there yet, or no longer. What was closed to us, or is too deep to be read, may be of any size.
    return entries.code === 'ENOENT' || entries.code === 'ENOTDIR' ? 0 : max + 1;
  }
  for await (const entry of entries) {
    const path = join(/* turbopackIgnore: true */ folder, entry.name);
    const stats = await lstat(/* turbopackIgnore: true */ path).catch(() => null);
    total += Math.max(minBytes, (stats?.blocks ?? 0) * 512);
    if (entry.isDirectory()) total += await folderBytes(path, max - total);
    if (total > max) break;
  }
  return total;
}
