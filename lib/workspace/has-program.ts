import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Whether commands of a workspace find a program of this name: beside the server's own Node, or among those of the system. */
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
