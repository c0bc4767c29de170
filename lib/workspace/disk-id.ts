import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const idSchema = z.string().regex(/^[0-9a-f]{16}$/);

/**
 * Names the disk of a folder by a file in it, made when it is first asked for: processes that read the same file share the
 * folder, on whatever machines they are.
 * @throws the system's error; Error if the file was overwritten
 */
export async function readDiskId(folder: string): Promise<string> {
  const path = join(/* turbopackIgnore: true */ folder, 'disk-id');
  const written = await readFile(path, 'utf8').catch(() => makeId(folder, path));
  const { data } = idSchema.safeParse(written.trim());
  if (data === undefined) throw new Error(`${path} names no disk any more. Remove it.`);
  return data;
}

/** Whole or not at all, and of several processes one. */
async function makeId(folder: string, path: string): Promise<string> {
  await mkdir(/* turbopackIgnore: true */ folder, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(fresh, randomBytes(8).toString('hex'), { flag: 'wx', flush: true });
  try {
    await link(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(fresh);
  }
  return await readFile(path, 'utf8');
}
