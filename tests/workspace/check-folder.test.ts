import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFolder } from '#lib/workspace/check-folder.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const around = tempFolder();
writeFiles(around, {
  'code/a/x': '',
  'code-two/x': '',
  'data/x': '',
  'data-clones/repositories/one/x': '',
  'elsewhere/x': '',
});
const at = (path: string) => join(around, path);
symlinkSync(at('code/a'), at('elsewhere/link'));
symlinkSync(at('elsewhere'), at('code/out'));
symlinkSync(at('data'), at('code/data'));
symlinkSync(at('code'), at('code-link'));

const check = (path: string, allowed: string[] | null) =>
  checkFolder(path, { allowed, forbidden: [at('data'), at('data-clones')] });

test('a folder is taken by its real path, within what is allowed', async () => {
  expect(await check(at('code/a'), null)).toBe(at('code/a'));
  expect(await check(at('elsewhere/link'), null)).toBe(at('code/a'));
  expect(await check(at('code/a/'), [at('code')])).toBe(at('code/a'));
  expect(await check(at('code'), [`${at('code')}/`])).toBe(at('code'));
  expect(await check(at('code/a'), [at('code-link')])).toBe(at('code/a'));
});

test('not where nothing, or something else, is allowed; by whatever name', async () => {
  await expect(check(at('code/a'), [])).rejects.toThrow('workspaceFolders in vitrine.config.json');
  for (const path of ['elsewhere', 'code-two', 'code/out', 'code/../elsewhere', 'elsewhere/link', '.'])
    await expect(check(`${around}/${path}`, [at('code')]), path).rejects.toThrow('can be added');
});

test('not where the server keeps its own data, nor around it', async () => {
  for (const path of ['data', 'data-clones/repositories/one', 'data-clones', 'code/data'])
    await expect(check(at(path), null), path).rejects.toThrow('own data');
  await expect(check(around, null)).rejects.toThrow('own data');
  await expect(check('/', null)).rejects.toThrow('own data');
});

test('not what is no folder, or is not named whole', async () => {
  for (const path of ['code/a/x', 'none'])
    await expect(check(at(path), null), path).rejects.toThrow('cannot find or read this folder');
  for (const path of ['code', './code', '~/code', '', `${at('code')}\0`])
    await expect(check(path, null), path).rejects.toThrow('full path');
});
