import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The files that this server's own pages load. */
export interface PageFileFolder {
  /** Paths below the folder. */
  names: ReadonlySet<string>;
  /** Those whose names are never reused, one after the other, compressed by gzip. */
  pack(): AsyncIterable<readonly [name: string, bytes: Uint8Array]>;
}

/** @param build has a folder of its own, for which other versions have no use */
export async function readPageFileFolder(folder: string, build: string | null): Promise<PageFileFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length));
  return {
    names: new Set(names),
    async *pack() {
      for (const name of names.filter((each) => !each.startsWith(`${build}/`)))
        yield [name, await promisify(gzip)(await readFile(join(folder, name)))] as const;
    },
  };
}
