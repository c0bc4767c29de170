import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
  await mkdir(/* turbopackIgnore: true */ folder, { recursive: true, mode: 0o700 });
  await writeFile(path, randomBytes(8).toString('hex'), { flag: 'wx', flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const { data } = idSchema.safeParse((await readFile(path, 'utf8')).trim());
  if (data === undefined) throw new Error(`${path} names no disk any more. Remove it.`);
  return data;
}
