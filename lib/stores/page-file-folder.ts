import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The scripts and styles of this server's own pages. */
export interface PageFileFolder {
  names: ReadonlySet<string>;
  /** Each of them, compressed by gzip. */
  pack(): Promise<Map<string, Uint8Array>>;
}

export async function readPageFileFolder(folder: string): Promise<PageFileFolder> {
  const names = new Set(await readdir(folder).catch(() => []));
  return {
    names,
    async pack() {
      const packed = Array.from(names, async (name) => {
        const bytes = await promisify(gzip)(await readFile(join(folder, name)));
        return [name, bytes] as const;
      });
      return new Map(await Promise.all(packed));
    },
  };
}
