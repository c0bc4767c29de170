import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findProgram } from '#lib/workspace/sandbox/find-program.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

/** A program with a package of its own, and this server, installed beside each other. */
function installBoth(folder: string): string {
  const modules = join(folder, 'node_modules');
  writeFiles(modules, {
    'tickets/package.json': '{}',
    'tickets/main.js': '',
    'vitrine/dist/server/server.js': '',
  });
  vi.spyOn(process, 'cwd').mockReturnValue(join(modules, 'vitrine', 'dist', 'server'));
  return join(modules, 'tickets', 'main.js');
}

const find = (script: string, closedPaths: readonly string[] = []) =>
  findProgram('node', {
    args: [script],
    path: '',
    nodeFolder: join(process.execPath, '..'),
    root: tempFolder(),
    closedPaths,
  });

test('a program reads what was installed beside it, also where that is where this server is', async () => {
  const folder = tempFolder();
  const script = installBoth(folder);
  expect(await find(script)).toMatchObject({ readable: [join(folder, 'node_modules')] });
});

test('of a folder of packages that has something closed in it, a program reads its own file', async () => {
  const folder = tempFolder();
  const script = installBoth(folder);
  const closed = join(folder, 'node_modules', 'vitrine', 'data');
  writeFiles(closed, { 'secret.key': '' });
  expect(await find(script, [closed])).toMatchObject({ readable: [script] });
});

test('a program that belongs to no package reads nothing of the folder that the server is in', async () => {
  const folder = tempFolder();
  writeFiles(folder, { 'package.json': '{}', 'main.js': '' });
  vi.spyOn(process, 'cwd').mockReturnValue(join(folder, 'server'));
  expect(await find(join(folder, 'main.js'))).toMatchObject({ readable: [join(folder, 'main.js')] });
});
