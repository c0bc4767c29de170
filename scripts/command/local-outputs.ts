import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { partSuffix } from './captured-output.ts';
import { outputsFolder } from './user-folders.ts';

/** Outputs of this machine that no server has are kept for so long, and in so much space, the oldest go first. */
const keptMs = 7 * 86_400_000;
const keptBytes = 1024 ** 3;

/** The file of an output that stayed on this machine; `null`: there is none with that ID. */
export function findLocalOutput(environment: NodeJS.ProcessEnv, id: string): string | null {
  const path = join(outputsFolder(environment), id);
  return /^art_[a-z2-7]+$/.test(id) && existsSync(path) ? path : null;
}

/** Removes outputs that are too old, or too many: called before another one is written. */
export function removeOldOutputs(environment: NodeJS.ProcessEnv, nowMs: number): void {
  try {
    removeOld(outputsFolder(environment), nowMs);
  } catch {
    // There is no folder yet, or it cannot be read: whatever is in it stays.
  }
}

function removeOld(folder: string, nowMs: number): void {
  const files = readdirSync(folder).flatMap((name) => {
    // Another one may have removed it just now.
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats ? [{ path: join(folder, name), mtimeMs: stats.mtimeMs, size: stats.size }] : [];
  });
  let byteLength = 0;
  for (const { path, mtimeMs, size } of files.toSorted((one, other) => other.mtimeMs - one.mtimeMs)) {
    byteLength += size;
    const isInUse = path.endsWith(partSuffix) && nowMs - mtimeMs < keptMs;
    if (!isInUse && (nowMs - mtimeMs > keptMs || byteLength > keptBytes)) rmSync(path, { force: true });
  }
}
