import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkspace, type WorkspaceFile } from '#lib/workspace/workspace.ts';
import { WorkspaceError } from '#lib/workspace/workspace-error.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const around = tempFolder();
const root = join(around, 'ws');
const workspace = openWorkspace(root);
const socket = createServer();

beforeAll(async () => {
  writeFiles(around, {
    'outside/secret.txt': 'OUTSIDE',
    'ws-evil/secret.txt': 'OUTSIDE',
    'ws/a.txt': 'inside',
    'ws/sub/b.txt': 'below',
    'ws/%2e%2e/c.txt': 'literal',
    'ws/.env': 'KEY=1',
    'ws/.env.local': 'KEY=2',
    'ws/.ENV': 'KEY=3',
    'ws/sub/.env.production': 'KEY=4',
    'ws/.env.example': 'KEY=',
    'ws/.env.d/x': 'KEY=5',
  });
  symlinkSync('../outside/secret.txt', join(root, 'to-file'));
  symlinkSync('../outside', join(root, 'to-dir'));
  symlinkSync('..', join(root, 'to-parent'));
  symlinkSync('a.txt', join(root, 'to-inside'));
  symlinkSync('sub', join(root, 'to-sub'));
  symlinkSync('nowhere', join(root, 'dangling'));
  symlinkSync('loop-b', join(root, 'loop-a'));
  symlinkSync('loop-a', join(root, 'loop-b'));
  symlinkSync('/dev/zero', join(root, 'zero'));
  symlinkSync('/proc/self/root/etc/passwd', join(root, 'proc'));
  symlinkSync('.env', join(root, 'harmless-name'));
  linkSync(join(root, 'a.txt'), join(root, 'hard'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  await new Promise<void>((done) => socket.listen(join(root, 'socket'), done));
});
afterAll(() => socket.close());

async function textOf(file: WorkspaceFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk);
  await file.close();
  return Buffer.concat(chunks).toString();
}
const read = async (path: string) => textOf(await workspace.openFile(path));
const refusal = (path: string) =>
  read(path).then(
    (text) => `read ${text}`,
    (error: unknown) =>
      error instanceof WorkspaceError ? `${error.code}: ${error.message}` : `threw ${error}`,
  );

describe('a file of the workspace', () => {
  test('is read, with its path told normalised', async () => {
    expect(await read('a.txt')).toBe('inside');
    expect(await read('hard')).toBe('inside');
    expect(await read('%2e%2e/c.txt')).toBe('literal');
    const file = await workspace.openFile('./sub//b.txt');
    expect(file).toMatchObject({ path: 'sub/b.txt', byteLength: 5 });
    expect(await textOf(file)).toBe('below');
  });

  test('that is not there is reported', async () => {
    for (const path of ['none', 'sub/none', 'none/x', 'a.txt/x', 'file:///etc/passwd', 'A.TXT'])
      expect(await refusal(path)).toMatch(/^not_found: No such file or folder: /);
  });
});

describe('nothing outside the workspace is read', () => {
  test('by any path', async () => {
    const paths = [
      ...[
        '../outside/secret.txt',
        '../ws-evil/secret.txt',
        join(around, 'outside/secret.txt'),
        '/etc/passwd',
      ],
      ...['sub/../../outside/secret.txt', '~/x', 'a\0.txt', 'C:\\x', 'sub/..', '/proc/self/environ'],
    ];
    for (const path of paths) expect(await refusal(path), path).toMatch(/^bad_path: /);
  });

  test('by any link, and links that stay inside are not followed either', async () => {
    const paths = [
      ...['to-file', 'to-dir', 'to-dir/secret.txt', 'to-parent', 'to-parent/outside/secret.txt', 'to-inside'],
      ...['to-sub/b.txt', 'dangling', 'loop-a', 'loop-a/x', 'zero', 'proc', 'harmless-name'],
    ];
    for (const path of paths)
      expect(await refusal(path)).toBe(`link_not_followed: Symbolic links are not followed: ${path}`);
  });
});

describe('what is no regular file is refused, and holds nothing up', () => {
  test('a FIFO, a socket, a folder', async () => {
    expect(await refusal('fifo')).toBe('not_a_file: Not a regular file: fifo');
    expect(await refusal('socket')).toBe('not_a_file: Not a regular file: socket');
    expect(await refusal('sub')).toBe('not_a_file: Not a regular file but a folder: sub');
    expect(await refusal('.')).toBe('not_a_file: Not a regular file but a folder: .');
    expect(await refusal('fifo/x')).toMatch(/^not_found/);
  });

  test('a device, even of a workspace that holds devices', async () => {
    const dev = openWorkspace('/dev');
    for (const path of ['null', 'zero', 'full', 'random'])
      await expect(dev.openFile(path)).rejects.toMatchObject({ code: 'not_a_file' });
  });

  test('a file that the server may not read', () => {
    // Permissions do not bind root, so a process of another user tries.
    const folder = tempFolder();
    writeFiles(folder, { shut: 'x', 'locked/y': 'y' });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'shut'), 0o000);
    chmodSync(join(folder, 'locked'), 0o000);
    const module = JSON.stringify(join(import.meta.dirname, '../../lib/workspace/workspace.ts'));
    const script = `if (process.getuid() === 0) process.setuid(65534);
      const { openWorkspace } = await import(${module});
      const workspace = openWorkspace(${JSON.stringify(folder)});
      for (const path of ['shut', 'locked/y', 'locked'])
        await workspace.openFile(path).catch((error) => console.log(error.code, error.message));`;
    const message = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(message.trim().split('\n')).toEqual([
      'not_readable Not readable: shut',
      'not_readable Not readable: locked/y',
      'not_readable Not readable: locked',
    ]);
    chmodSync(join(folder, 'locked'), 0o755);
  });
});

describe('a file of secrets', () => {
  test('is not there', async () => {
    for (const path of [
      '.env',
      './.env',
      '.env.local',
      '.ENV',
      'sub/.env.production',
      '.env.d/x',
      '.env.none',
    ])
      expect(await refusal(path), path).toMatch(/^not_found: No such file or folder: /);
  });

  test('is refused in the words of one that was never there', async () => {
    const shape = async (path: string) => (await refusal(path)).replaceAll(path, '?');
    expect(await shape('.env')).toBe(await shape('none'));
  });

  test('that is only an example is read', async () => {
    expect(await read('.env.example')).toBe('KEY=');
  });
});

describe('an open file', () => {
  test('keeps its bytes when its name is given to another', async () => {
    writeFiles(root, { 'kept.txt': 'first', 'other.txt': 'second, longer' });
    const file = await workspace.openFile('kept.txt');
    renameSync(join(root, 'other.txt'), join(root, 'kept.txt'));
    expect(await textOf(file)).toBe('first');
    expect(await read('kept.txt')).toBe('second, longer');
  });

  test('gives no more than there was when it was opened, and ends where it was cut off', async () => {
    writeFiles(root, { 'grows.txt': 'start' });
    const grows = await workspace.openFile('grows.txt');
    writeFileSync(join(root, 'grows.txt'), 'more and more', { flag: 'a' });
    expect(await textOf(grows)).toBe('start');
    writeFiles(root, { 'shrinks.txt': 'x'.repeat(600_000) });
    const shrinks = await workspace.openFile('shrinks.txt');
    truncateSync(join(root, 'shrinks.txt'), 300_000);
    expect(await textOf(shrinks)).toHaveLength(300_000);
  });
});

test('a workspace that has gone is reported', async () => {
  const gone = openWorkspace(join(around, 'gone'));
  await expect(gone.openFile('a')).rejects.toMatchObject({ code: 'unavailable' });
  mkdirSync(join(around, 'empty'));
  await expect(openWorkspace(join(around, 'empty')).openFile('a')).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(openWorkspace(join(around, 'outside/secret.txt')).openFile('a')).rejects.toMatchObject({
    code: 'unavailable',
  });
});
