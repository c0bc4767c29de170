import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '#lib/workspace/clones/remove-folder.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

test('a folder goes with all that is in it, closed folders and odd names too; what links lead to stays', async () => {
  const around = tempFolder();
  writeFiles(around, { 'kept/x': 'x', 'gone/closed/in/x': '', 'gone/-rf': '', 'gone/a\nb': '' });
  mkdirSync(join(around, '-f'));
  symlinkSync(join(around, 'kept'), join(around, 'gone', 'link'));
  symlinkSync(join(around, 'kept'), join(around, 'gone', 'closed', 'link'));
  chmodSync(join(around, 'kept'), 0o500);
  chmodSync(join(around, 'gone', 'closed', 'in'), 0o000);
  chmodSync(join(around, 'gone', 'closed'), 0o500);
  await removeFolder(join(around, 'gone'));
  await removeFolder(join(around, 'gone'));
  await removeFolder(join(around, 'kept', 'x', 'none'));
  chmodSync(join(around, 'kept'), 0o700);
  expect([existsSync(join(around, 'gone')), existsSync(join(around, '-f'))]).toEqual([false, true]);
  expect(readFileSync(join(around, 'kept', 'x'), 'utf8')).toBe('x');
});
