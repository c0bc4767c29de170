import { closeSync, mkdirSync, openSync, read, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Bytes that are too many for memory, until somebody takes them. */
export interface SpillFile {
  readonly byteLength: number;
  /** Of a few KiB at a time, it waits for the disk. @throws the system's error */
  write(bytes: Uint8Array): void;
  /** Its bytes from the start, in pieces. */
  read(): AsyncIterable<Uint8Array>;
  close(): void;
}

const pieceBytes = 256 * 1024;
const readAt = promisify(read);

/**
 * A file that has no name as soon as it is open: however the process ends, nothing of it stays.
 * @throws the system's error
 */
export function openSpillFile(folder: string, name: string): SpillFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(/* turbopackIgnore: true */ folder, `${name}.spill`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  let byteLength = 0;
  let isOpen = true;
  return {
    get byteLength() {
      return byteLength;
    },
    write(bytes) {
      for (let from = 0; from < bytes.byteLength; ) from += writeSync(file, bytes, from);
      byteLength += bytes.byteLength;
    },
    async *read() {
      for (let position = 0; position < byteLength; ) {
        const piece = Buffer.allocUnsafe(Math.min(pieceBytes, byteLength - position));
        const { bytesRead } = await readAt(file, piece, 0, piece.byteLength, position);
        if (bytesRead === 0) throw new Error('bytes that were put aside are gone');
        position += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}
