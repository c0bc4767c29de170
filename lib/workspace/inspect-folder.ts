import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What can be done in a folder, and how much room there is. */
export interface FolderFacts {
  path: string;
  isThere: boolean;
  isReadable: boolean;
  isWritable: boolean;
  /** Others on this machine can read it. */
  isOpenToOthers: boolean;
  freeBytes: number;
}

/** Never rejects. */
export async function inspectFolder(path: string): Promise<FolderFacts> {
  const can = (mode: number) =>
    access(/* turbopackIgnore: true */ path, mode).then(
      () => true,
      () => false,
    );
  const [found, isReadable, isWritable, space] = await Promise.all([
    stat(/* turbopackIgnore: true */ path).catch(() => null),
    can(constants.R_OK | constants.X_OK),
    can(constants.W_OK),
    statfs(/* turbopackIgnore: true */ path).catch(() => null),
  ]);
  return {
    path,
    isThere: found !== null,
    isReadable,
    isWritable,
    isOpenToOthers: found !== null && (found.mode & 0o007) !== 0,
    freeBytes: space === null ? 0 : space.bavail * space.bsize,
  };
}

/** The folder itself, or the one in which it would be made: the nearest above it that is there. */
export async function inspectOrAbove(path: string): Promise<FolderFacts> {
  const facts = await inspectFolder(path);
  const above = dirname(path);
  return facts.isThere || above === path ? facts : await inspectOrAbove(above);
}
