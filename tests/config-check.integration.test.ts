import { expect, test } from 'vitest';
import { runScript } from './support/run-script.ts';
import { tempFolder, writeFiles } from './support/temp-folder.ts';

const folder = tempFolder();
writeFiles(folder, {
  'good.json': JSON.stringify({
    tools: { '*': { level: 'minimal' } },
    excludedTools: ['edit_file', 'edit_file'],
    models: { x: {} },
  }),
  'bad.json': JSON.stringify({ tools: { grep_file: { level: 'max' } }, extra: 1 }),
  'here/vitrine.config.json': '{}',
});
const check = (...args: string[]) => runScript('config-check.ts', { args, folder });

test('a valid file is answered with what it sets', async () => {
  expect(await check('good.json')).toEqual({
    exitCode: 0,
    stdout: 'good.json is valid: 1 tool set, 1 tool excluded, 1 model.\n',
    stderr: '',
  });
  const here = await runScript('config-check.ts', { folder: `${folder}/here` });
  expect(here.stdout).toMatch(/^vitrine\.config\.json is valid: /);
});

test('a file with mistakes has all of them reported, and fails', async () => {
  const { exitCode, stdout, stderr } = await check('bad.json');
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr.split('\n')).toEqual([
    'bad.json is not valid:',
    expect.stringMatching(/^ {2}tools\.grep_file\.level: /),
    expect.stringMatching(/^ {2}extra: there is no such setting/),
    '',
  ]);
  expect(await check('none.json')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('there is no such file'),
  });
});

test('where there is none the defaults apply', async () => {
  expect(await check()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('the defaults apply') });
});
