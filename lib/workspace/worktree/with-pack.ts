import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../clones/remove-folder.ts';
import { descriptorPath } from '../descriptor-path.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/**
 * Makes a folder in a copy with an empty file `pack`, for git in the sandbox to read; it is removed afterwards. A terminal of
 * the conversation may still run there and exchange the folder for a link: what is written goes into the file that was made.
 */
export async function withPack<T>(
  root: string,
  work: (pack: FileHandle, folderName: string) => Promise<T>,
): Promise<T> {
  const name = `.vitrine-${randomBytes(8).toString('hex')}`;
  const path = join(/* turbopackIgnore: true */ root, name);
  await mkdir(path);
  try {
    const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      const pack = await open(join(descriptorPath(folder, root, [name]), 'pack'), 'wx', 0o600);
      try {
        return await work(pack, name);
      } finally {
        await pack.close();
      }
    } finally {
      await folder.close();
    }
  } finally {
    await removeFolder(path);
  }
}
