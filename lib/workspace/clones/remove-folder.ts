import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a folder and all in it, also what a command closed to its owner. No link is followed. Never there: done. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 2 });
  } catch {
    await openFolders(path);
    await rm(path, { recursive: true, force: true, maxRetries: 2 });
  }
}

async function openFolders(path: string): Promise<void> {
  const stats = await lstat(/* turbopackIgnore: true */ path).catch(() => null);
  if (stats === null || !stats.isDirectory()) return;
  await chmod(path, 0o700);
  for (const entry of await readdir(/* turbopackIgnore: true */ path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(/* turbopackIgnore: true */ path, entry.name));
  }
}
