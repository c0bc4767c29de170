import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceMount } from '../protection/mount-plan.ts';

/**
 * Remembers which files are hidden or protected, and finds whether one was replaced since. A mount ends when somebody
 * outside the sandbox renames another file over what it covers, as git and editors do: a program that runs for hours
 * would then see the new one as it is.
 */
export async function watchMounts(
  root: string,
  mounts: readonly WorkspaceMount[],
): Promise<() => Promise<boolean>> {
  const paths = mounts.map(({ path }) => join(root, ...path));
  const read = () => Promise.all(paths.map(identityOf));
  const before = await read();
  return async () => (await read()).some((identity, index) => identity !== before[index]);
}

const identityOf = (path: string): Promise<string> =>
  lstat(path, { bigint: true }).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => 'none',
  );
