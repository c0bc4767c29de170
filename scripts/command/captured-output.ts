import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { formatId, idBytes } from '#lib/core/vocabulary/ids.ts';

/** Of files that are still being written: nobody tidies them away. */
export const partSuffix = '.part';

/**
 * What a command prints, in a file: of a flood its first part, as much as an artifact may have. It never throws: a
 * command runs whether its output can be stored or not.
 */
export interface CapturedOutput {
  /** Of the artifact that it becomes on this machine, and the name of the file. */
  id: string;
  /** `false`: what is printed is lost unless it is shown. */
  isStoring(): boolean;
  write(chunk: Uint8Array): void;
  /** How many bytes were printed, stored or not. */
  byteLength(): number;
  /** Ends the writing. Returns the path of the file; `null`: it could not be stored. */
  close(): string | null;
  remove(): void;
}

/** @param onFailure called once, with why it cannot be stored */
export function captureOutput(folder: string, onFailure: (reason: string) => void): CapturedOutput {
  const id = formatId('art', randomBytes(idBytes));
  const path = join(folder, id);
  let byteLength = 0;
  let file: number | null = null;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (file !== null) {
        closeSync(file);
        file = null;
        rmSync(path + partSuffix, { force: true });
      }
      onFailure(errorMessage(error));
    }
  };
  attempt(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    file = openSync(path + partSuffix, 'wx', 0o600);
  });
  return {
    id,
    isStoring: () => file !== null,
    write(chunk) {
      const room = Math.max(0, limits.artifactBytes - byteLength);
      byteLength += chunk.length;
      attempt(() => {
        for (let start = 0; file !== null && start < Math.min(chunk.length, room); ) {
          start += writeSync(file, chunk, start, Math.min(chunk.length, room) - start);
        }
      });
    },
    byteLength: () => byteLength,
    close() {
      if (file === null) return null;
      const whole = file;
      file = null;
      let stored: string | null = null;
      attempt(() => {
        closeSync(whole);
        renameSync(path + partSuffix, path);
        stored = path;
      });
      return stored;
    },
    remove: () => rmSync(path, { force: true }),
  };
}
