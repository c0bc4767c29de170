import { execFile } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { escapes } from './escapes.ts';

const driver = join(import.meta.dirname, 'escape-driver.ts');
const isRoot = process.getuid?.() === 0;
/** An account that owns nothing. Where the tests run as root, everything is tried as both. */
const unprivileged = 1500;
const users = isRoot
  ? [
      { name: 'root', uid: 0 },
      { name: 'a user', uid: unprivileged },
    ]
  : [{ name: 'a user', uid: process.getuid?.() ?? unprivileged }];

async function tryAll(uid: number): Promise<Record<string, string | null>> {
  const folder = tempFolder();
  const temporary = join(folder, 'tmp');
  const own = join(folder, 'own');
  for (const path of [temporary, own]) mkdirSync(path);
  if (isRoot) for (const path of [folder, temporary, own]) chownSync(path, uid, uid);
  const { stdout } = await promisify(execFile)(process.execPath, [driver, own], {
    ...(isRoot ? { uid, gid: uid } : {}),
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporary,
      HOME: own,
    } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    timeout: 110_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

describe.for(users)('in the sandbox of a server that runs as $name', ({ uid }) => {
  let outcomes: Record<string, string | null> = {};
  beforeAll(async () => {
    outcomes = await tryAll(uid);
  }, 120_000);

  test.for(Object.keys(escapes))('%s', (name) => {
    expect(outcomes[name]).toBeNull();
  });
});
