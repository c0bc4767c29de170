import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPresent } from '#lib/workspace/read-present.ts';
import { type FileWrite, stageWrite } from '#lib/workspace/stage-write.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { workspaceRoot } from '#lib/workspace/workspace-root.ts';
import { commitAll, writeFiles as writeAll } from '#lib/workspace/write-files.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

let root = '';
beforeEach(() => {
  root = tempFolder();
  writeFiles(root, { 'a.txt': 'old a\n', 'b.txt': 'old b\n', 'c/c.txt': 'old c\n' });
});

const writeOf = async (path: string, text: string | null): Promise<FileWrite> => {
  const components = path.split('/');
  const present = await readPresent(workspaceRoot(root), components);
  return { components, present, bytes: text === null ? null : Buffer.from(text), like: present };
};
const writesOf = (texts: Record<string, string | null>) =>
  Promise.all(Object.entries(texts).map(([path, text]) => writeOf(path, text)));
const contents = () =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  );
const before = { 'a.txt': 'old a\n', 'b.txt': 'old b\n', 'c/c.txt': 'old c\n' };

describe('files that are written together', () => {
  test('lie ready on the disk, and no name shows them, before the first changes', async () => {
    const staged = await Promise.all(
      (await writesOf({ 'a.txt': 'new a\n', 'd/d.txt': 'new d\n' })).map((write) =>
        stageWrite(workspaceRoot(root), write, true),
      ),
    );
    expect(contents()).toMatchObject(before);
    expect(Object.values(contents())).toContain('new a\n');
    for (const write of staged) await write.finish(false);
    expect(contents()).toEqual(before);
    expect(readdirSync(root).toSorted()).toEqual(['a.txt', 'b.txt', 'c']);
  });

  test('are all as they were when one cannot be put in its place', async () => {
    const texts = { 'a.txt': 'new a\n', 'b.txt': null, 'd/d.txt': 'new d\n', 'c/c.txt': 'new c\n' };
    const staged = await Promise.all(
      (await writesOf(texts)).map((write) => stageWrite(workspaceRoot(root), write, true)),
    );
    // The bytes that lie ready for the last one vanish.
    const ready = readdirSync(join(root, 'c')).filter((name) => name.endsWith('.tmp'));
    expect(ready).toHaveLength(1);
    for (const name of ready) rmSync(join(root, 'c', name));
    await expect(commitAll(staged)).rejects.toMatchObject({ code: 'changed' });
    for (const write of staged) await write.finish(false);
    expect(contents()).toEqual(before);
    expect(readdirSync(root).toSorted()).toEqual(['a.txt', 'b.txt', 'c']);
  });

  test('are not touched when another program has changed one meanwhile, and what it wrote stays', async () => {
    for (const [path, tamper] of Object.entries({
      'b.txt': () => writeFileSync(join(root, 'b.txt'), 'theirs\n'),
      'new.txt': () => writeFileSync(join(root, 'new.txt'), 'theirs\n'),
    })) {
      const staged = await Promise.all(
        (await writesOf({ 'a.txt': 'new a\n', [path]: 'ours\n' })).map((write) =>
          stageWrite(workspaceRoot(root), write, true),
        ),
      );
      tamper();
      await expect(commitAll(staged)).rejects.toMatchObject({ code: 'changed' });
      for (const write of staged) await write.finish(false);
      expect(contents()['a.txt']).toBe('old a\n');
      expect(contents()[path]).toBe('theirs\n');
    }
    expect(Object.keys(contents())).toEqual(['a.txt', 'b.txt', 'c/c.txt', 'new.txt']);
  });

  test('never take the place of a file that came at the last moment', async () => {
    const [write] = await writesOf({ 'new.txt': 'ours\n' });
    const staged = await stageWrite(workspaceRoot(root), write as FileWrite, false);
    await staged.verify();
    writeFileSync(join(root, 'new.txt'), 'theirs\n');
    await expect(staged.commit()).rejects.toMatchObject({ code: 'changed' });
    await staged.finish(false);
    expect(contents()).toEqual({ ...before, 'new.txt': 'theirs\n' });
  });

  test('land in the folder that was opened, wherever its name leads by then', async () => {
    const outside = tempFolder();
    const [write] = await writesOf({ 'c/c.txt': 'ours\n' });
    const staged = await stageWrite(workspaceRoot(root), write as FileWrite, false);
    renameSync(join(root, 'c'), join(root, 'moved'));
    symlinkSync(outside, join(root, 'c'));
    await staged.commit();
    await staged.finish(true);
    expect(readdirSync(outside)).toEqual([]);
    expect(readFileSync(join(root, 'moved/c.txt'), 'utf8')).toBe('ours\n');
  });
});

test('a folder exchanged for a link while files are written never leads outside', async () => {
  const around = tempFolder();
  mkdirSync(join(around, 'outside'));
  writeFiles(around, { 'ws/real/file.txt': '0' });
  symlinkSync(join(around, 'outside'), join(around, 'ws/link'));
  // Where a write has made a folder of that name itself, the folder has to go first.
  const swapping = `const { renameSync, rmSync } = require('node:fs');
    const [root] = process.argv.slice(1);
    const end = Date.now() + 1200;
    const move = (from, to) => {
      while (Date.now() < end + 3000) {
        try { return renameSync(root + from, root + to); } catch {}
        try { rmSync(root + to, { recursive: true, force: true }); } catch {}
      }
    };
    while (Date.now() < end) {
      move('/real', '/swap'); move('/swap', '/real'); move('/link', '/swap'); move('/swap', '/link');
    }`;
  const swapper = spawn(process.execPath, ['-e', swapping, join(around, 'ws')], { stdio: 'inherit' });
  let isOver = false;
  let exitCode: number | null = null;
  swapper.once('exit', (code) => {
    isOver = true;
    exitCode = code;
  });
  const workspace = openWorkspace(join(around, 'ws'));
  let written = 0;
  for (let round = 0; !isOver; round += 1) {
    const change = { expected: () => undefined, changedMessage: String };
    const path = round % 2 === 0 ? 'swap/file.txt' : `swap/new-${round % 5}/file.txt`;
    await workspace
      .changeTexts({ ...change, paths: [path], plan: () => [{ path, text: `${round}` }] })
      .then(() => {
        written += 1;
      })
      // Most often there is no such folder now, or it is the link.
      .catch(() => {});
  }
  expect(exitCode).toBe(0);
  expect(written).toBeGreaterThan(0);
  expect(readdirSync(join(around, 'outside'))).toEqual([]);
});

describe('a disk that takes no more', () => {
  /** Runs a script where a folder is a file system of its own, as the options say. */
  const within = (options: string[], script: string): string => {
    const module = JSON.stringify(join(import.meta.dirname, '../../lib/workspace/workspace.ts'));
    const setting = `import { readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
      const { openWorkspace } = await import(${module});
      const root = ${JSON.stringify(root)};
      const write = (texts) => openWorkspace(root).changeTexts({
        paths: Object.keys(texts), expected: () => undefined, changedMessage: String,
        plan: () => Object.entries(texts).map(([path, text]) => ({ path, text })),
      }).then(() => 'written', (error) => error.code + ': ' + error.message);`;
    const bound = ['--bind', '/', '/', '--dev', '/dev', '--proc', '/proc', ...options];
    const run = [process.execPath, '--input-type=module', '-e', `${setting}\n${script}`];
    return execFileSync('bwrap', [...bound, ...run], { encoding: 'utf8' }).trim();
  };

  test('leaves the old file intact and nothing behind, of one change or of several', () => {
    const script = `
      writeFileSync(root + '/a.txt', 'old');
      const large = 'x'.repeat(900_000);
      console.log(await write({ 'a.txt': 'x'.repeat(2_000_000) }));
      console.log(await write({ 'new/b.txt': 'x'.repeat(2_000_000) }));
      console.log(await write({ 'a.txt': 'short', 'one/b.txt': large, 'two/c.txt': large }));
      console.log(readdirSync(root).join(), readFileSync(root + '/a.txt', 'utf8'));
      console.log(await write({ 'a.txt': large }), readdirSync(root).join());`;
    const message = within(['--size', '1048576', '--tmpfs', root], script);
    expect(message.split('\n')).toEqual([
      'no_space: No space is left on the disk to write: a.txt',
      'no_space: No space is left on the disk to write: new/b.txt',
      'no_space: No space is left on the disk to write: two/c.txt',
      'a.txt old',
      'written a.txt',
    ]);
  });

  test('because it is read-only says so', () => {
    const script = `console.log(await write({ 'a.txt': 'x' }));
      console.log(await write({ 'new.txt': 'x' }));
      console.log(await write({ 'new/x.txt': 'x' }));
      console.log(await write({ 'a.txt': null }));`;
    const messages = within(['--ro-bind', root, root], script).split('\n');
    const words = 'not_writable: Not writable, the file system is read-only';
    expect(messages).toEqual([`${words}: a.txt`, `${words}: new.txt`, `${words}: new`, `${words}: a.txt`]);
    expect(contents()).toEqual(before);
  });
});

test('a folder that the server may not write to is reported', () => {
  // Permissions do not bind root, so a process of another user tries.
  const module = JSON.stringify(join(import.meta.dirname, '../../lib/workspace/workspace.ts'));
  const script = `import { chmodSync } from 'node:fs';
    const root = ${JSON.stringify(root)};
    chmodSync(root, 0o555);
    if (process.getuid() === 0) process.setuid(65534);
    const { openWorkspace } = await import(${module});
    for (const path of ['a.txt', 'new.txt', 'new/x.txt'])
      await openWorkspace(root).changeTexts({
        paths: [path], expected: () => undefined, changedMessage: String, plan: () => [{ path, text: 'x' }],
      }).catch((error) => console.log(error.code, error.message));`;
  const message = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(message.trim().split('\n')).toEqual([
    'not_writable Not writable: a.txt',
    'not_writable Not writable: new.txt',
    'not_writable Not writable: new',
  ]);
  expect(contents()).toEqual(before);
});

test('writing nothing at all is no failure', async () => {
  await expect(writeAll(workspaceRoot(root), [])).resolves.toBeUndefined();
});
