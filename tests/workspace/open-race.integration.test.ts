import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const around = tempFolder();
const root = join(around, 'ws');
writeFiles(around, {
  'outside/file.txt': 'OUTSIDE',
  'ws/real/file.txt': 'inside',
  'ws/real/deep/file.txt': 'inside',
});
writeFiles(around, { 'outside/deep/file.txt': 'OUTSIDE' });
symlinkSync(join(around, 'outside'), join(root, 'link'));

/** Another process that gives the name `swap` to a folder and to a link in turn, as fast as it can. */
const swapping = `const { renameSync } = require('node:fs');
  const end = Date.now() + 1200;
  const move = (from, to) => renameSync(process.argv[1] + from, process.argv[1] + to);
  while (Date.now() < end) {
    move('/real', '/swap'); move('/swap', '/real'); move('/link', '/swap'); move('/swap', '/link');
  }`;

test('a component exchanged between folder and link while it is opened never leads outside', async () => {
  const swapper = spawn(process.execPath, ['-e', swapping, root], { stdio: 'inherit' });
  const done = new Promise((resolve) => swapper.once('exit', resolve));
  const workspace = openWorkspace(root);
  const seen = new Set<string>();
  const look = async (path: string) => {
    const file = await workspace.openFile(path);
    for await (const chunk of file.chunks()) seen.add(Buffer.from(chunk).toString());
    await file.close();
  };
  let isOver = false;
  void done.then(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const path of ['swap/file.txt', 'swap/deep/file.txt'])
      await look(path).catch((error: { code: string }) => seen.add(error.code));
  }
  expect(await done).toBe(0);
  expect(seen).not.toContain('OUTSIDE');
  // It was a race: both of its sides were met, and nothing else.
  expect(seen).toContain('inside');
  expect(seen).toContain('link_not_followed');
  expect([...seen].filter((met) => !['inside', 'link_not_followed', 'not_found'].includes(met))).toEqual([]);
});

test('a search raced the same way never gives a line from outside', async () => {
  const swapper = spawn(process.execPath, ['-e', swapping, root], { stdio: 'inherit' });
  let isOver = false;
  swapper.once('exit', () => {
    isOver = true;
  });
  const workspace = openWorkspace(root);
  const found: string[] = [];
  const signal = new AbortController().signal;
  while (!isOver) {
    for (const path of ['.', 'swap']) {
      const options = { pattern: 'OUTSIDE|inside', path, glob: null, isCaseIgnored: false, signal };
      const { lines } = await workspace.grep(options).catch(() => ({ lines: [] }));
      found.push(...lines);
    }
  }
  expect(found.filter((line) => line.includes('OUTSIDE'))).toEqual([]);
  expect(found.some((line) => line.endsWith(':1:inside'))).toBe(true);
});

test('no folder or file stays open after it was looked at', async () => {
  const workspace = openWorkspace(root);
  const openFiles = async () => (await readdir('/proc/self/fd')).length;
  const look = async (path: string) => {
    const file = await workspace.openFile(path);
    await file.close();
  };
  await look('real/file.txt');
  const before = await openFiles();
  for (let round = 0; round < 100; round += 1)
    for (const path of [
      'real/deep/file.txt',
      'real/none',
      'link/file.txt',
      'real',
      'real/file.txt/x',
      '.env',
    ])
      await look(path).catch(() => {});
  expect(await openFiles()).toBeLessThanOrEqual(before + 2);
});
