import type { FileHandle } from 'node:fs/promises';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { limits } from '../core/limits.ts';
import { openInside } from './open-inside.ts';
import { sha256Of } from './sha256-of.ts';
import { WorkspaceError } from './workspace-error.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

/** The present content of a file that is small enough to be edited. */
export interface PresentFile {
  bytes: Uint8Array;
  /** Hex. */
  sha256: string;
  /** Permission bits without special bits; below, its owner. */
  mode: number;
  uid: number;
  gid: number;
}

const chunkBytes = 256 * 1024;

/**
 * The present file that a change starts from; `null`: there is none.
 * @throws WorkspaceError for files that are never changed: secrets, links, anything but a regular file, files
 * with several names or too large ones
 */
export async function readPresent(
  root: WorkspaceRoot,
  components: readonly string[],
): Promise<PresentFile | null> {
  const shown = visibleName(components.join('/')) || '.';
  const opened = await openInside(root, components).catch((error: unknown) => {
    const isAbsent = error instanceof WorkspaceError && error.code === 'not_found';
    if (isAbsent && !components.some(root.secretNames.matches)) return null;
    throw error;
  });
  if (opened === null) return null;
  const { handle, stats } = opened;
  try {
    if (!stats.isFile()) throw new WorkspaceError('not_a_file', `Not a regular file but a folder: ${shown}`);
    if (stats.nlink > 1) {
      throw new WorkspaceError(
        'not_writable',
        `Not changed, since it has other names too (hard links): ${shown}`,
      );
    }
    const bytes = await readUpTo(handle, limits.editFileBytes);
    if (bytes === null) throw new WorkspaceError('too_large', tooLarge(shown));
    const { mode, uid, gid } = stats;
    return { bytes, sha256: sha256Of(bytes), mode: mode & 0o777, uid, gid };
  } finally {
    await handle.close();
  }
}

export const tooLarge = (shown: string): string =>
  `Over ${limits.editFileBytes / 1024 / 1024} MiB, which is the most a file to edit may have: ${shown}`;

/** `null`: the file is larger. */
async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  for (let position = 0; position <= maxBytes; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  return null;
}
