import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { sha256Of } from '#lib/workspace/sha256-of.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { WorkspaceError } from '#lib/workspace/workspace-error.ts';
import { git, makeRepository } from '../support/git-repository.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

let around = '';
let root = '';
beforeEach(() => {
  around = tempFolder();
  root = join(around, 'ws');
  writeFiles(around, {
    'outside/secret.txt': 'OUTSIDE\n',
    'ws/a.txt': 'first\n',
    'ws/sub/b.txt': 'second\n',
  });
});

interface Wanted {
  expected?: string | null | undefined;
}

/** Writes texts as a tool does; `null` removes. */
const write = (texts: Record<string, string | null>, { expected }: Wanted = {}) =>
  openWorkspace(root).changeTexts({
    paths: Object.keys(texts),
    expected: () => expected,
    changedMessage: (path) => `changed: ${path}`,
    plan: () => Object.entries(texts).map(([path, text]) => ({ path, text })),
  });
const refusal = (texts: Record<string, string | null>, wanted?: Wanted) =>
  write(texts, wanted).then(
    () => 'written',
    (error: unknown) =>
      error instanceof WorkspaceError ? `${error.code}: ${error.message}` : `threw ${error}`,
  );
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** All names below the workspace, in order. */
const names = () => readdirSync(root, { recursive: true }).map(String).toSorted();
const untouched = ['a.txt', 'sub', 'sub/b.txt'];

describe('a change', () => {
  test('replaces, makes and removes files, and tells their versions before and after', async () => {
    const changes = await write({ 'a.txt': 'new\n', 'deep/er/c.txt': 'made\n', 'sub/b.txt': null });
    expect(names()).toEqual(['a.txt', 'deep', 'deep/er', 'deep/er/c.txt', 'sub']);
    expect([read('a.txt'), read('deep/er/c.txt')]).toEqual(['new\n', 'made\n']);
    const sha = (text: string) => sha256Of(Buffer.from(text));
    expect(changes).toEqual([
      { path: 'a.txt', before: sha('first\n'), after: sha('new\n') },
      { path: 'deep/er/c.txt', before: null, after: sha('made\n') },
      { path: 'sub/b.txt', before: sha('second\n'), after: null, mode: 0o666 & ~process.umask() },
    ]);
  });

  test('keeps the rights of a file, and gives a new one the usual', async () => {
    chmodSync(join(root, 'a.txt'), 0o750);
    await write({ 'a.txt': 'new\n', 'n.txt': 'new\n' });
    expect(statSync(join(root, 'a.txt')).mode & 0o7777).toBe(0o750);
    expect(statSync(join(root, 'n.txt')).mode & 0o7777).toBe(0o644 & ~process.umask());
  });

  test('gives a file a new inode: who has the old one open reads on in it', async () => {
    const before = statSync(join(root, 'a.txt')).ino;
    await write({ 'a.txt': 'new\n' });
    expect(statSync(join(root, 'a.txt')).ino).not.toBe(before);
    expect(statSync(join(root, 'a.txt')).nlink).toBe(1);
  });

  test('shows the file to be written as it is, marks and line ends included', async () => {
    writeFiles(root, { 'odd.txt': '\ufeffone\r\ntwo' });
    let seen: string | null | undefined;
    await openWorkspace(root).changeTexts({
      paths: ['odd.txt', 'none.txt'],
      expected: () => undefined,
      changedMessage: String,
      plan(texts) {
        seen = texts.get('odd.txt');
        expect(texts.get('none.txt')).toBeNull();
        return [{ path: 'odd.txt', text: `${seen}!` }];
      },
    });
    expect(seen).toBe('\ufeffone\r\ntwo');
    expect(read('odd.txt')).toBe('\ufeffone\r\ntwo!');
  });
});

describe('nothing is written', () => {
  test('outside of the workspace', async () => {
    for (const path of ['../outside/x', join(around, 'x'), '/tmp/x', 'sub/../../x', '~/x', 'a\0b', 'C:\\x'])
      expect(await refusal({ [path]: 'x' }), path).toMatch(/^bad_path: /);
    expect(names()).toEqual(untouched);
    expect(readdirSync(around)).toEqual(['outside', 'ws']);
  });

  test('through a link, nor in its place', async () => {
    symlinkSync('../outside/secret.txt', join(root, 'to-file'));
    symlinkSync('../outside', join(root, 'to-dir'));
    symlinkSync('a.txt', join(root, 'to-inside'));
    symlinkSync('nowhere', join(root, 'dangling'));
    for (const path of [
      'to-file',
      'to-dir/secret.txt',
      'to-dir/new.txt',
      'to-dir/new/x',
      'to-inside',
      'dangling',
    ])
      for (const text of ['x', null])
        expect(await refusal({ [path]: text }), path).toBe(
          `link_not_followed: Symbolic links are not followed: ${path}`,
        );
    expect(await refusal({ 'dangling/x': 'x' })).toMatch(/^link_not_followed/);
    expect(readdirSync(join(around, 'outside'))).toEqual(['secret.txt']);
    expect(readFileSync(join(around, 'outside/secret.txt'), 'utf8')).toBe('OUTSIDE\n');
    expect(lstatSync(join(root, 'to-file')).isSymbolicLink()).toBe(true);
  });

  test('to a file that has another name', async () => {
    linkSync(join(around, 'outside/secret.txt'), join(root, 'hard'));
    for (const text of ['x', null])
      expect(await refusal({ hard: text })).toMatch(/^not_writable: .*hard links/);
    expect(readFileSync(join(around, 'outside/secret.txt'), 'utf8')).toBe('OUTSIDE\n');
  });

  test('in a bare repository, or where settings of git lead it: hooks, and files they include', async () => {
    git(root, 'init', '-q', '--bare', 'bare.git');
    git(root, 'init', '-q', 'repo');
    git(join(root, 'repo'), 'config', 'core.hooksPath', '.husky/_');
    git(join(root, 'repo'), 'config', 'include.path', '../../more/git.config');
    writeFiles(root, { 'more/git.config': '[include]\npath = deeper\n' });
    const words = "not_writable: Git's own files are not changed by tools, and it";
    for (const [path, why] of [
      ['bare.git/hooks/pre-commit', 'lies in a git repository’s own folder'],
      ['bare.git/config', 'lies in a git repository’s own folder'],
      ['repo/.husky/_/pre-commit', 'is among the hooks that git runs'],
    ] as const)
      expect(await refusal({ [path]: 'x' })).toBe(`${words} ${why}: ${path}`);
    // Named from a folder beside them; a repository around them would be asked too.
    for (const path of ['repo/.husky/pre-commit', 'repo/src/a.ts', 'objects/a.ts'])
      expect(await refusal({ [path]: 'x' })).toBe('written');
  });

  test('where a repository around the workspace, or elsewhere, has its hooks and settings in it', async () => {
    git(around, 'init', '-q');
    git(around, 'config', 'core.hooksPath', 'ws/hooks');
    git(around, 'config', 'include.path', '../ws/git.config');
    expect(await refusal({ 'hooks/pre-commit': 'x' })).toContain('is among the hooks that git runs');
    expect(await refusal({ 'git.config': 'x' })).toContain('holds settings or a program of git');
    expect(await refusal({ 'sub/hooks/pre-commit': 'x' })).toBe('written');
    const linked = tempFolder();
    const main = tempFolder();
    makeRepository(main, { file: 'one' });
    git(main, 'config', 'core.hooksPath', '.husky/_');
    git(main, 'worktree', 'add', '-q', join(linked, 'tree'));
    const change = openWorkspace(linked).changeTexts({
      paths: ['tree/.husky/_/pre-commit'],
      expected: () => null,
      changedMessage: String,
      plan: () => [{ path: 'tree/.husky/_/pre-commit', text: 'x' }],
    });
    await expect(change).rejects.toMatchObject({ code: 'not_writable' });
  });

  test("among git's own files, in any case and at any depth", async () => {
    mkdirSync(join(root, 'sub/.git/hooks'), { recursive: true });
    const paths = [
      '.git/hooks/pre-commit',
      '.GIT/config',
      'sub/.git/hooks/x',
      '.git',
      'new/.Git/x',
      './/.git/x',
    ];
    for (const path of paths)
      expect(await refusal({ [path]: 'x' })).toBe(
        `not_writable: Git's own files are not changed by tools: ${path}`,
      );
    expect(names()).toEqual(['a.txt', 'sub', 'sub/.git', 'sub/.git/hooks', 'sub/b.txt']);
    expect(await refusal({ '.gitignore': 'x' })).toBe('written');
  });

  test('to a file of secrets, which is not there', async () => {
    writeFiles(root, { '.env': 'KEY=1\n' });
    for (const path of ['.env', '.env.local', 'sub/.ENV', '.env.d/x'])
      expect(await refusal({ [path]: 'x' })).toBe(`not_found: No such file or folder: ${path}`);
    expect(read('.env')).toBe('KEY=1\n');
    expect(names()).toEqual(['.env', ...untouched]);
  });

  test('to what is no regular file, or below one', async () => {
    execFileSync('mkfifo', [join(root, 'fifo')]);
    expect(await refusal({ fifo: 'x' })).toBe('not_a_file: Not a regular file: fifo');
    expect(await refusal({ sub: 'x' })).toBe('not_a_file: Not a regular file but a folder: sub');
    expect(await refusal({ '.': 'x' })).toBe('not_a_file: Not a regular file but a folder: .');
    expect(await refusal({ 'a.txt/x': 'x' })).toBe('not_a_directory: Not a folder: a.txt');
    expect(await refusal({ 'a.txt/deep/x': 'x' })).toBe('not_a_directory: Not a folder: a.txt');
    expect(names()).toEqual(['a.txt', 'fifo', 'sub', 'sub/b.txt']);
  });

  test('to what is no UTF-8 text', async () => {
    writeFiles(root, {
      'utf16.txt': Buffer.from('\ufeffword', 'utf16le'),
      'latin1.txt': Buffer.from('caf\u00e9', 'latin1'),
      'nul.bin': 'a\0b',
    });
    expect(await refusal({ 'utf16.txt': 'x' })).toMatch(/^not_text: UTF-16 text cannot be edited/);
    expect(await refusal({ 'latin1.txt': 'x' })).toMatch(/^not_text: Not valid UTF-8/);
    expect(await refusal({ 'nul.bin': 'x' })).toMatch(/^not_text: Not text/);
    expect(await refusal({ 'a.txt': 'a\0b' })).toMatch(/^not_text: Text cannot hold a NUL/);
    expect(read('a.txt')).toBe('first\n');
  });

  test('over the limits', async () => {
    const most = 'x'.repeat(limits.editFileBytes);
    expect(await refusal({ 'big.txt': `${most}x` })).toBe(
      'too_large: Over 4 MiB, which is the most a file to edit may have: big.txt',
    );
    expect(names()).toEqual(untouched);
    expect(await refusal({ 'big.txt': most })).toBe('written');
    expect(await refusal({ 'big.txt': 'small' })).toBe('written');
    writeFileSync(join(root, 'big.txt'), `${most}x`);
    expect(await refusal({ 'big.txt': 'small' })).toMatch(/^too_large: Over 4 MiB/);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`many-${at}`, most]));
    writeFiles(root, many);
    expect(await refusal(many)).toBe('too_large: The files of one change have at most 32 MiB together');
  });
});

describe('a version that is expected', () => {
  test('and not there refuses the change', async () => {
    const other = sha256Of(Buffer.from('other'));
    expect(await refusal({ 'a.txt': 'x' }, { expected: other })).toBe('changed: changed: a.txt');
    expect(await refusal({ 'a.txt': 'x' }, { expected: null })).toBe('changed: changed: a.txt');
    expect(await refusal({ 'none.txt': 'x' }, { expected: other })).toBe('changed: changed: none.txt');
    writeFileSync(join(root, 'a.txt'), 'x'.repeat(limits.editFileBytes + 1));
    expect(await refusal({ 'a.txt': 'x' }, { expected: other })).toBe('changed: changed: a.txt');
    expect(names()).toEqual(untouched);
  });

  test('and there lets it through', async () => {
    expect(await refusal({ 'a.txt': 'x\n' }, { expected: sha256Of(Buffer.from('first\n')) })).toBe('written');
    expect(await refusal({ 'none.txt': 'x\n' }, { expected: null })).toBe('written');
  });
});

describe('two changes at once', () => {
  const outcomes = async (changes: Promise<string>[]) =>
    (await Promise.all(changes)).map((text) => text.split(':', 1)[0]).toSorted();

  test('of one file: one wins, the other is told that it changed', async () => {
    for (let round = 0; round < 50; round += 1) {
      const expected = round % 2 === 0 ? undefined : sha256Of(readFileSync(join(root, 'a.txt')));
      const first = refusal({ 'a.txt': `one ${round}` }, { expected });
      const second = refusal({ './/a.txt': `two ${round}` }, { expected });
      expect(await outcomes([first, second])).toEqual(['changed', 'written']);
    }
    expect(names()).toEqual(untouched);
  });

  test('of several files, taken in any order, do not wait for each other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [one, two] = [`one ${round}`, `two ${round}`];
      const first = refusal({ 'a.txt': one, 'sub/b.txt': one });
      const second = refusal({ 'sub/b.txt': two, 'a.txt': two });
      expect(await outcomes([first, second])).toEqual(['changed', 'written']);
      expect(read('a.txt')).toBe(read('sub/b.txt'));
    }
  });

  test('of two files both win, and so does one after the other', async () => {
    expect(await outcomes([refusal({ 'a.txt': 'x' }), refusal({ 'sub/b.txt': 'x' })])).toEqual([
      'written',
      'written',
    ]);
    expect(await refusal({ 'a.txt': 'y' })).toBe('written');
    expect(await refusal({ 'a.txt': 'z' })).toBe('written');
  });

  test('a change that was refused does not stand in the way of the next', async () => {
    const refused = refusal({ 'a.txt': 'a\0b' });
    const next = refusal({ 'a.txt': 'fine' });
    expect(await outcomes([refused, next])).toEqual(['not_text', 'written']);
  });
});
