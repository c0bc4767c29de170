import { execFile } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from '../support/temp-folder.ts';

const isRoot = process.getuid?.() === 0;
/** An account that owns nothing. Where the tests run as root, everything is tried as both. */
const unprivileged = 1500;

export const users = isRoot
  ? [
      { name: 'root', uid: 0 },
      { name: 'a user', uid: unprivileged },
    ]
  : [{ name: 'a user', uid: process.getuid?.() ?? unprivileged }];

/** Runs a program of the tests as this user, with an empty folder of its own as its first argument. @returns the JSON it prints */
export async function runAs(uid: number, program: string, ...more: string[]): Promise<unknown> {
  const folder = tempFolder();
  const temporary = join(folder, 'tmp');
  const own = join(folder, 'own');
  for (const path of [temporary, own]) mkdirSync(path);
  if (isRoot) for (const path of [folder, temporary, own]) chownSync(path, uid, uid);
  const script = join(import.meta.dirname, program);
  const { stdout } = await promisify(execFile)(process.execPath, [script, own, ...more], {
    ...(isRoot ? { uid, gid: uid } : {}),
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporary,
      HOME: own,
    } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    timeout: 170_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
