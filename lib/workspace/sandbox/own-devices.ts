import { execFile } from 'node:child_process';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Numbers of character devices (Linux, `devices.txt`). */
const devices = {
  null: [1, 3],
  zero: [1, 5],
  full: [1, 7],
  random: [1, 8],
  urandom: [1, 9],
  tty: [5, 0],
} as const;
export const deviceNames = Object.keys(devices);

/**
 * Devices of the sandbox's own, for a server that runs as root: the machine's belong to root, so a command could take them from
 * everybody else by a `chmod`. `null` where there is no need, or where none can be made: then the sandbox has the machine's.
 */
export async function makeOwnDevices(folder: string): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  const path = join(folder, 'dev');
  try {
    await mkdir(path);
    for (const [name, [major, minor]] of Object.entries(devices)) {
      const node = [join(path, name), 'c', String(major), String(minor)];
      await run('/usr/bin/mknod', node, { env: {} as NodeJS.ProcessEnv, cwd: '/' });
    }
    await openToAll(path);
    // A disk may be mounted such that devices on it are none.
    await (await open(join(path, 'null'), 'w')).close();
    return path;
  } catch {
    await rm(path, { recursive: true, force: true });
    return null;
  }
}

/** Whatever an earlier command made of them. */
export async function openToAll(path: string): Promise<void> {
  await Promise.all(deviceNames.map((name) => chmod(join(path, name), 0o666)));
}
