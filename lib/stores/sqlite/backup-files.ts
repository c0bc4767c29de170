import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { idSchema } from '#lib/core/vocabulary/ids.ts';

export const manifestName = 'backup.json';
export const databaseName = 'vitrine.db';
export const secretName = 'secret';

const copiedAtOnce = 8;

/** Paths of an artifact's files, in a data folder or a backup. */
const artifactPaths = (id: string): string[] => {
  const path = join('artifacts', id.slice(-2), id);
  return [path, `${path}.index`];
};

/** Copies what the artifacts of a database have in files. @returns the IDs of those whose content is gone */
export async function copyArtifacts(database: DatabaseSync, from: string, to: string): Promise<string[]> {
  const gone: string[] = [];
  const ids = database.prepare('SELECT id FROM artifacts WHERE has_bytes = 1').all();
  // An ID is a part of a path: in a database that somebody has changed it could lead anywhere.
  const rest = ids.map(({ id }) => idSchema.parse(id)).values();
  const copySome = async () => {
    for (const id of rest) {
      const [content = '', index = ''] = artifactPaths(id);
      // While it is written there is no index.
      if (await copyIfThere(join(from, content), join(to, content)))
        await copyIfThere(join(from, index), join(to, index));
      else gone.push(id);
    }
  };
  await Promise.all(Array.from({ length: copiedAtOnce }, copySome));
  return gone;
}

/** Copies files beside the database: replays, and ledger entries that it could not take yet. Nothing is overwritten. */
export async function copyOthers(from: string, to: string): Promise<void> {
  const taken = new Set(await namesIn(to));
  for (const name of await namesIn(from)) {
    if (!/^ledger-set-aside-\d+\.jsonl$/.test(name)) continue;
    // The number says which process has set them aside: whoever starts next takes over all of them.
    let free = name;
    for (let number = 1; taken.has(free); number += 1) free = `ledger-set-aside-${number}.jsonl`;
    taken.add(free);
    await copyIfThere(join(from, name), join(to, free));
  }
  for (const replay of await namesIn(join(from, 'replays'))) {
    if (existsSync(join(to, 'replays', replay))) continue;
    for (const file of await namesIn(join(from, 'replays', replay)))
      await copyIfThere(join(from, 'replays', replay, file), join(to, 'replays', replay, file));
  }
}

/** Resolves to whether it was there. Blocks are shared where the file system can. */
export async function copyIfThere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
