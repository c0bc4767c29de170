import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Whether commands in a workspace find a program of this name: next to the server's own Node, or in the
 * system's folders.
 */
export async function hasProgram(name: string): Promise<boolean> {
  const folders = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'];
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(/* turbopackIgnore: true */ folder, name), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
