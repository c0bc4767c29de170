import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Creates a folder that no command has worked in yet, with these files. Their paths come from the server. */
export async function linkFiles(root: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, content] of files) {
    const target = join(/* turbopackIgnore: true */ root, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, content, { flag: 'wx' });
  }
}
