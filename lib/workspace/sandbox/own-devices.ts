import { execFile } from 'node:child_process';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Major and minor numbers of character devices (Linux, `devices.txt`). */
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
 * Separate devices for the sandbox of a server that runs as root: the machine's belong to root, so a command
 * could take them from everybody else with `chmod`. `null` if they are not needed, or cannot be created: the
 * sandbox then uses the machine's.
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
    // On a disk mounted with `nodev`, device files cannot be opened.
    await (await open(join(path, 'null'), 'w')).close();
    return path;
  } catch {
    await rm(path, { recursive: true, force: true });
    return null;
  }
}

/** Resets the permissions, whatever an earlier command set. */
export async function openToAll(path: string): Promise<void> {
  await Promise.all(deviceNames.map((name) => chmod(join(path, name), 0o666)));
}
