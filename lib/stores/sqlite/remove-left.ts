import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes folders that an interrupted copy has left in a data folder, whose lock is ours. */
export async function removeLeft(dataDir: string, prefix: string): Promise<void> {
  const left = readdirSync(dataDir).filter((name) => name.startsWith(prefix));
  for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true });
}
