import { createHash } from 'node:crypto';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#lib/core/limits.ts';
import { folderBytes } from './clones/folder-bytes.ts';
import { removeFolder } from './clones/remove-folder.ts';

/** What the commands of a workspace find besides its files, from one command to the next. */
export interface CommandEnvironment {
  /** The folder of its caches and tools; commands of the server itself have none. */
  folder: string | null;
  /** Folders of this machine that commands read, at the same path; a `bin` in them is searched for programs. */
  toolchains: readonly string[];
  variables: Readonly<Record<string, string>>;
}

/** Folders in which the commands of each workspace keep downloads and tools. */
export interface Environments {
  /** @returns its folder, made if it is missing; one that has grown beyond its limit is emptied first */
  open(workspace: string): Promise<string>;
  /** Where it is, or would be. */
  pathOf(workspace: string): string;
  /** Space that it takes, in bytes; counting ends just beyond the limit. */
  bytesOf(workspace: string): Promise<number>;
  /** Empties it. A command that runs there sees its caches vanish. */
  clear(workspace: string): Promise<void>;
}

/** Names in an environment's folder. */
export const environmentFolders = ['cache', 'local'] as const;

/** How often the size of one is looked at. */
const measureMs = 60_000;

export function createEnvironments(root: string, maxBytes: number = limits.environmentBytes): Environments {
  const measured = new Map<string, { atMs: number; isOver: Promise<boolean> }>();
  // The name may have any characters.
  const pathOf = (workspace: string) =>
    join(/* turbopackIgnore: true */ root, createHash('sha256').update(workspace).digest('hex').slice(0, 32));
  const bytesOf = (workspace: string) => folderBytes(pathOf(workspace), maxBytes);

  const clearing = new Map<string, Promise<void>>();

  async function clear(workspace: string): Promise<void> {
    const running = clearing.get(workspace) ?? empty(workspace).finally(() => clearing.delete(workspace));
    clearing.set(workspace, running);
    await running;
  }

  async function empty(workspace: string): Promise<void> {
    measured.delete(workspace);
    const path = pathOf(workspace);
    // Out of the way at once; removing it may take long, and fails while a command writes there.
    await rename(path, `${path}.${process.hrtime.bigint()}`).catch(() => {});
    await removeOld();
  }

  /** Also what could not be removed before. */
  async function removeOld(): Promise<void> {
    const names = await readdir(/* turbopackIgnore: true */ root).catch(() => []);
    for (const name of names.filter((one) => /^[0-9a-f]{32}\.\d+$/.test(one)))
      await removeFolder(join(/* turbopackIgnore: true */ root, name)).catch(() => {});
  }

  return {
    pathOf,
    bytesOf,
    clear,
    async open(workspace) {
      const last = measured.get(workspace);
      await clearing.get(workspace);
      if (await last?.isOver) await clear(workspace);
      if (last === undefined || Date.now() - last.atMs > measureMs) {
        // The next command sees what is found: this one does not wait.
        const isOver = bytesOf(workspace).then(
          (bytes) => bytes > maxBytes,
          () => false,
        );
        measured.set(workspace, { atMs: Date.now(), isOver });
      }
      const path = pathOf(workspace);
      for (const name of environmentFolders)
        await mkdir(join(/* turbopackIgnore: true */ path, name), { recursive: true, mode: 0o700 });
      return path;
    },
  };
}
