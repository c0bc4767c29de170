import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { liesIn } from '../../core/lies-in.ts';
import { openInside } from '../open-inside.ts';
import { unhiddenRoot } from '../workspace-root.ts';

/** More than any file has that git is set up by. */
const maxBytes = 1024 * 1024;

export const componentsIn = (root: string, path: string): string[] => relative(root, path).split(sep);

/**
 * A small regular file by its absolute path. In the workspace no link is followed; outside of it links are, also into it.
 * @returns its text and where it really is; `null`: it cannot be read
 */
export async function readText(root: string, file: string): Promise<{ path: string; text: string } | null> {
  const path = liesIn(file, root) ? file : await realpath(file).catch(() => null);
  if (path === null) return null;
  const text = liesIn(path, root)
    ? await readTextInside(root, componentsIn(root, path))
    : await readTextOutside(path);
  return text === null ? null : { path, text };
}

/** Of a small regular file that no link leads to; `null`: it is none. */
export async function readTextInside(root: string, path: readonly string[]): Promise<string | null> {
  const opened = await openInside(unhiddenRoot(root), path).catch(() => null);
  return opened === null ? null : await readSmall(opened.handle);
}

async function readTextOutside(path: string): Promise<string | null> {
  // A pipe would wait for somebody to write.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  return handle === null ? null : await readSmall(handle);
}

async function readSmall(handle: FileHandle): Promise<string | null> {
  try {
    const stats = await handle.stat();
    return stats.isFile() && stats.size <= maxBytes ? await handle.readFile('utf8') : null;
  } finally {
    await handle.close();
  }
}
