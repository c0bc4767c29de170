import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEnvironments } from '#lib/workspace/environments.ts';
import { tempFolder } from '../support/temp-folder.ts';

const kibibytes = 1024;

function open(maxBytes = 64 * kibibytes) {
  const root = join(tempFolder(), 'environments');
  return { root, environments: createEnvironments(root, maxBytes) };
}

test('each workspace has a folder of its own, whatever its name, and finds it again', async () => {
  const { root, environments } = open();
  const names = ['app', 'app ', '../app', 'a/b', 'ä'];
  const paths = await Promise.all(names.map((name) => environments.open(name)));
  expect(new Set(paths).size).toBe(names.length);
  for (const path of paths) expect(path.startsWith(`${root}/`)).toBe(true);
  writeFileSync(join(paths[0] ?? '', 'cache', 'kept'), 'x');
  expect(existsSync(join(await environments.open('app'), 'cache', 'kept'))).toBe(true);
});

test('one that has grown too large is emptied before a later command', async () => {
  const { root } = open();
  const path = await createEnvironments(root, 64 * kibibytes).open('app');
  writeFileSync(join(path, 'cache', 'large'), Buffer.alloc(256 * kibibytes, 'x'));
  const later = createEnvironments(root, 64 * kibibytes);
  // The first looks at it, the next acts.
  await later.open('app');
  await later.open('app');
  expect(existsSync(join(path, 'cache', 'large'))).toBe(false);
  expect(existsSync(join(path, 'cache'))).toBe(true);
});

test('cleared twice at once, and while a folder in it is closed, it is gone whole', async () => {
  const { root, environments } = open();
  const path = await environments.open('app');
  mkdirSync(join(path, 'cache', 'closed'));
  writeFileSync(join(path, 'cache', 'closed', 'file'), 'x');
  chmodSync(join(path, 'cache', 'closed'), 0);
  await Promise.all([environments.clear('app'), environments.clear('app')]);
  expect(await environments.bytesOf('app')).toBe(0);
  expect(readdirSync(root)).toEqual([]);
});
