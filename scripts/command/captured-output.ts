import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '#lib/core/limits.ts';
import { formatId, idBytes } from '#lib/core/vocabulary/ids.ts';

/** What a command prints, in a file: of a flood its first part, as much as an artifact may have. */
export interface CapturedOutput {
  /** Of the artifact that it becomes on this machine, and the name of the file. */
  id: string;
  path: string;
  write(chunk: Uint8Array): void;
  /** How many bytes were printed, stored or not. */
  byteLength(): number;
  /** Ends the writing; the file stays. */
  close(): void;
  remove(): void;
}

export function captureOutput(folder: string): CapturedOutput {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const id = formatId('art', randomBytes(idBytes));
  const path = join(folder, id);
  const file = openSync(path, 'wx', 0o600);
  let byteLength = 0;
  return {
    id,
    path,
    write(chunk) {
      const room = Math.max(0, limits.artifactBytes - byteLength);
      byteLength += chunk.length;
      for (let start = 0; start < Math.min(chunk.length, room); ) {
        start += writeSync(file, chunk, start, Math.min(chunk.length, room) - start);
      }
    },
    byteLength: () => byteLength,
    close: () => closeSync(file),
    remove: () => rmSync(path, { force: true }),
  };
}
