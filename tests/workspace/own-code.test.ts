import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ownCodeIn } from '#lib/workspace/own-code.ts';
import { noSecretNames } from '#lib/workspace/secret-names.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { tempFolder } from '../support/temp-folder.ts';

const project = join(import.meta.dirname, '..', '..');

test('the folders that the server runs from are found, from the project and from above it', () => {
  expect(ownCodeIn(project)).toContainEqual(['node_modules', '@vscode', expect.stringContaining('ripgrep')]);
  const name = project.slice(dirname(project).length + 1);
  const ripgrep = [name, 'node_modules', '@vscode', expect.stringContaining('ripgrep')];
  expect(ownCodeIn(dirname(project))).toContainEqual(ripgrep);
});

test('of an installed server, all that was installed with it', () => {
  const root = tempFolder();
  const installed = join(root, 'tools', 'node_modules', 'vitrine', 'dist', 'server');
  mkdirSync(installed, { recursive: true });
  expect(ownCodeIn(root, installed)).toEqual([['tools', 'node_modules']]);
  expect(ownCodeIn(join(root, 'tools'), installed)).toEqual([['node_modules']]);
  expect(ownCodeIn(tempFolder(), installed)).toEqual([]);
});

test('another workspace has none', () => {
  expect(ownCodeIn(tempFolder())).toEqual([]);
});

test('no tool writes there', async () => {
  const folder = ownCodeIn(project)[0] ?? [];
  const path = [...folder, 'planted-by-a-test.js'].join('/');
  const change = openWorkspace(project).changeTexts({
    paths: [path],
    expected: () => undefined,
    changedMessage: () => 'changed',
    plan: () => [{ path, text: 'planted' }],
  });
  await expect(change).rejects.toMatchObject({ code: 'not_writable' });
  expect(existsSync(join(project, path))).toBe(false);
});

test('no tool writes the config file, by its usual name or where the server has it', async () => {
  const root = tempFolder();
  const rules = { secretNames: noSecretNames, configFile: join(root, 'deep', 'mine.json') };
  const workspace = openWorkspace(root, 'x', rules);
  for (const path of ['vitrine.config.json', 'deep/vitrine.config.json', 'deep/mine.json']) {
    const change = workspace.changeTexts({
      paths: [path],
      expected: () => undefined,
      changedMessage: () => 'changed',
      plan: () => [{ path, text: '{}' }],
    });
    await expect(change, path).rejects.toMatchObject({ code: 'not_writable' });
    expect(existsSync(join(root, path))).toBe(false);
  }
});
