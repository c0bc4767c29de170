import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from './support/temp-folder.ts';

const root = join(import.meta.dirname, '..');
const program = join(root, 'scripts', 'vitrine.mjs');
const run = (...words: string[]) =>
  spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', input: '' });

test('the command of the package is this program, and each of its commands is one', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    bin: { vitrine: string };
  };
  expect(join(root, bin.vitrine)).toBe(program);
  const named = readFileSync(program, 'utf8').matchAll(/'\.\/([a-z-]+\.ts)'/g);
  const files = [...named].map(([, file = '']) => file);
  expect(files).toContain('doctor.ts');
  for (const file of files) expect(existsSync(join(root, 'scripts', file)), file).toBe(true);
});

test('on an older Node it goes on with the one that is installed beside it, and ends as that does', () => {
  const olderNode = `data:text/javascript,${encodeURIComponent(
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
  )}`;
  const runOnOlder = (...words: string[]) =>
    spawnSync(process.execPath, ['--import', olderNode, program, ...words], { encoding: 'utf8', input: '' });
  expect(runOnOlder()).toMatchObject({ status: 0, stderr: expect.stringMatching(/^Usage/) });
  expect(runOnOlder('constructor').status).toBe(2);
});

test('without a command it lists them; an unknown one fails; options reach the program', () => {
  expect(run()).toMatchObject({ status: 0, stderr: expect.stringMatching(/Usage.*doctor/s) });
  expect(run('constructor').status).toBe(2);
  expect(run('split', '--none-such')).toMatchObject({ stderr: expect.stringContaining('--none-such') });
});

test('a runner is refused without what it shares with the others', () => {
  const { REDIS_URL: _, VITRINE_SECRET: __, ...env } = process.env;
  const start = (more: Record<string, string>) =>
    spawnSync(process.execPath, [program, 'runner'], { encoding: 'utf8', env: { ...env, ...more } });
  expect(start({})).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('VITRINE_ROLE is runner. Web processes and runners share a Redis'),
  });
  expect(start({ REDIS_URL: 'redis://127.0.0.1:1' }).stderr).toContain('set VITRINE_SECRET');
});

test('a migration says which directions there are, and that it needs a Redis', () => {
  const env = { ...process.env, REDIS_URL: '' };
  const migrate = (...words: string[]) =>
    spawnSync(process.execPath, [program, 'migrate', ...words], { encoding: 'utf8', env });
  for (const words of [[], ['redis'], ['redis', 'redis'], ['sqlite', 'redis', 'now']])
    expect(migrate(...words)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Usage: vitrine migrate sqlite redis, or vitrine migrate redis sqlite'),
    });
  const nowhere = { ...env, REDIS_URL: 'redis://127.0.0.1:1', VITRINE_DATA_DIR: tempFolder() };
  expect(
    spawnSync(process.execPath, [program, 'migrate', 'redis', 'sqlite'], { encoding: 'utf8', env: nowhere }),
  ).toMatchObject({ status: 1, stderr: expect.stringContaining('Look at the Redis of REDIS_URL') });
  expect(migrate('sqlite', 'redis')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Set REDIS_URL to the Redis of the migration'),
  });
});

test('a backup is not made where commands could read it or lead it elsewhere, also behind a link', () => {
  const folder = realpathSync(tempFolder());
  const [workspace, dataDir] = [join(folder, 'workspace'), join(folder, 'data')];
  for (const one of [workspace, dataDir]) mkdirSync(one);
  symlinkSync(workspace, join(folder, 'link'));
  const env = { ...process.env, VITRINE_WORKSPACES: workspace, VITRINE_DATA_DIR: dataDir };
  for (const target of [
    workspace,
    join(workspace, 'new'),
    join(folder, 'link', 'new'),
    join(dataDir, 'new'),
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [program, 'backup', target], {
      encoding: 'utf8',
      env,
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('which commands can reach')]);
  }
  expect([...readdirSync(workspace), ...readdirSync(dataDir)]).toEqual([]);
});
