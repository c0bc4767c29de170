import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  read,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { limits } from '#lib/core/limits.ts';

/** The bytes of an artifact while they are written. */
export type OpenFile = Pick<FileHandle, 'appendFile' | 'datasync' | 'close'>;

/**
 * An artifact's bytes and line index: two files under the data folder, or in memory. Synchronous methods are as fast
 * as a row access.
 */
export interface ArtifactFiles {
  openForWriting(id: string): Promise<OpenFile>;
  /** Writes a line index beside the present one; `putIndexInForce` swaps the two atomically. */
  writeNextIndex(id: string, index: Uint8Array): Promise<void>;
  putIndexInForce(id: string): void;
  removeIndex(id: string): void;
  /** Stored bytes [start, end), fewer at the end of the file. `null`: the file is gone. */
  readBytes(id: string, start: number, end: number): Promise<Buffer | null>;
  readIndex(id: string): Promise<Uint8Array | null>;
  remove(id: string): Promise<void>;
  /** Synchronous reads for startup, when nobody waits yet. */
  atStart: {
    /** The first bytes, in pieces. @throws Error when they do not exist */
    readPieces(id: string, byteLength: number): Iterable<Uint8Array>;
    /** `null`: there is none. */
    readIndex(id: string): Uint8Array | null;
    remove(id: string): void;
  };
}

export function createArtifactFiles(dataDir: string): ArtifactFiles {
  const pathOf = (id: string) => join(/* turbopackIgnore: true */ dataDir, 'artifacts', id.slice(-2), id);
  const indexPathOf = (id: string) => `${pathOf(id)}.index`;
  const nextIndexPathOf = (id: string) => `${pathOf(id)}.index.next`;
  const allPathsOf = (id: string) => [pathOf(id), indexPathOf(id), nextIndexPathOf(id)];
  return {
    async openForWriting(id) {
      await mkdir(dirname(pathOf(id)), { recursive: true, mode: 0o700 });
      return await open(pathOf(id), 'w', 0o600);
    },
    writeNextIndex: (id, index) => writeFile(nextIndexPathOf(id), index, { mode: 0o600, flush: true }),
    putIndexInForce(id) {
      renameSync(nextIndexPathOf(id), indexPathOf(id));
      syncFolder(dirname(indexPathOf(id)));
    },
    removeIndex: (id) => rmSync(indexPathOf(id), { force: true }),
    readBytes: (id, start, end) => readFileRange(pathOf(id), start, end),
    readIndex: (id) => readFileRange(indexPathOf(id), 0, Number.POSITIVE_INFINITY),
    async remove(id) {
      for (const path of allPathsOf(id)) await rm(path, { force: true });
    },
    atStart: {
      *readPieces(id, byteLength) {
        if (statSync(pathOf(id)).size < byteLength) throw new Error('bytes are missing');
        const file = openSync(pathOf(id), 'r');
        try {
          for (let at = 0; at < byteLength; at += limits.artifactChunkBytes) {
            const piece = Buffer.alloc(Math.min(limits.artifactChunkBytes, byteLength - at));
            readSync(file, piece, 0, piece.length, at);
            yield piece;
          }
        } finally {
          closeSync(file);
        }
      },
      readIndex(id) {
        const file = openIfThere(indexPathOf(id));
        if (file === null) return null;
        try {
          return readFileSync(/* turbopackIgnore: true */ file);
        } finally {
          closeSync(file);
        }
      },
      remove(id) {
        for (const path of allPathsOf(id)) rmSync(path, { force: true });
      },
    },
  };
}

/** Names are on the disk once their folder is. */
function syncFolder(path: string): void {
  const folder = openSync(/* turbopackIgnore: true */ path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Bytes [start, end) of a file, fewer at its end; `null` if the file is gone. Only the read is asynchronous:
 * opening and closing are as fast as a row access, and each hop to another thread costs more than they do.
 */
async function readFileRange(path: string, start: number, end: number): Promise<Buffer | null> {
  const file = openIfThere(path);
  if (file === null) return null;
  try {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(end, fstatSync(file).size) - start));
    const { bytesRead } = await readInto(file, buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    closeSync(file);
  }
}

const readInto = promisify(read);

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
