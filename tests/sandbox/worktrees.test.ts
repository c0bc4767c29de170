import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { createWorktrees } from '#lib/workspace/worktree/worktrees.ts';
import { git, makeRepository } from '../support/git-repository.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const commands = createCommands({ mode: 'auto' });
afterAll(() => commands.close());

const folder = tempFolder();
const worktrees = createWorktrees({ commands, folder: join(folder, 'worktrees') });
let root = '';
let commit = '';
let conversation = '';
let count = 0;
beforeEach(() => {
  root = tempFolder();
  commit = makeRepository(root, {
    'a.txt': 'one\ntwo\n',
    'dir/b.txt': 'b\n',
    'picture.bin': new Uint8Array([0, 1, 2]),
    '.env': 'SECRET=1\n',
    '.gitignore': 'ignored/\n',
  });
  count += 1;
  conversation = `conv_${String(count).padStart(8, '0')}`;
});
const base = () => openWorkspace(root, 'base');
const copyPath = (...path: string[]) => join(worktrees.pathOf(conversation), ...path);
const own = () => ({ conversationId: conversation, shared: null });
const create = (id = conversation) => worktrees.create(base(), id);
const write = (path: string, content: string | Uint8Array) =>
  writeFiles(worktrees.pathOf(conversation), { [path]: content });

/** As an agent would. */
async function run(command: string) {
  const running = await commands.run({
    root: worktrees.pathOf(conversation),
    conversationId: conversation,
    program: { kind: 'shell', command },
    timeoutMs: 20_000,
    signal: new AbortController().signal,
  });
  let output = '';
  for await (const { bytes } of running.output) output += Buffer.from(bytes).toString();
  return { output, ...(await running.end) };
}

async function diff(since = commit): Promise<string> {
  let text = '';
  await worktrees.describe(own(), since, async (bytes) => {
    text += Buffer.from(bytes).toString();
  });
  return text;
}

describe('a worktree of its own', () => {
  test('stands at the workspace’s commit on a branch of its own, with its history and none of its settings', async () => {
    writeFileSync(join(root, 'a.txt'), 'not committed\n');
    git(root, 'config', 'core.fsmonitor', 'touch /tmp/pwned');
    expect(await create()).toEqual({ branch: `vitrine/${conversation.slice(-8)}`, commit });
    expect(readFileSync(copyPath('a.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(await base().gitHead()).toEqual({ branch: 'main', commit });
    expect(await openWorkspace(copyPath()).gitHead()).toEqual({
      branch: `vitrine/${conversation.slice(-8)}`,
      commit,
    });
    expect(readFileSync(copyPath('.git', 'config'), 'utf8')).not.toContain('fsmonitor');
    const { output, exitCode } = await run(
      'git log --format=%s; git status --short; git commit -qam x --allow-empty',
    );
    expect({ output, exitCode }).toEqual({ output: 'first\n', exitCode: 0 });
    expect(readdirSync(copyPath()).sort()).toEqual([
      '.env',
      '.git',
      '.gitignore',
      'a.txt',
      'dir',
      'picture.bin',
    ]);
  });

  test('shares no file with the workspace: what is done to its objects is done to it alone', async () => {
    await create();
    await run('chmod -R u+w .git/objects; find .git/objects -type f -exec sh -c ": > {}" \\;');
    expect(git(root, 'fsck', '--strict')).toBe('');
    expect(git(root, 'log', '--format=%s')).toBe('first');
  });

  test('is made of a repository whose history was cut', async () => {
    writeFileSync(join(root, 'a.txt'), 'next\n');
    git(root, 'commit', '-qam', 'second');
    const shallow = tempFolder();
    git(shallow, 'clone', '-q', '--depth', '1', `file://${root}`, '.');
    const { commit: cut } = await worktrees.create(openWorkspace(shallow), conversation);
    expect((await run('git log --format=%s')).output).toBe('second\n');
    write('a.txt', 'changed\n');
    expect(await worktrees.countChanged(own(), cut)).toBe(1);
  });

  test('is refused where there is no commit, and where no commands run; nothing is left', async () => {
    const plain = openWorkspace(tempFolder(), 'plain');
    await expect(worktrees.create(plain, conversation)).rejects.toThrow(
      'plain is not a git repository with a commit',
    );
    const off = createCommands({ mode: 'off' });
    const without = createWorktrees({ commands: off, folder: join(folder, 'off') });
    await expect(without.create(base(), conversation)).rejects.toThrow('VITRINE_EXEC=off');
    expect([existsSync(copyPath()), existsSync(without.pathOf(conversation))]).toEqual([false, false]);
  });

  test('is removed whole, whatever a command closed', async () => {
    await create();
    mkdirSync(copyPath('closed', 'in'), { recursive: true });
    writeFileSync(copyPath('closed', 'in', 'x'), '');
    chmodSync(copyPath('closed', 'in'), 0o000);
    chmodSync(copyPath('closed'), 0o500);
    await worktrees.remove(conversation);
    expect(existsSync(copyPath())).toBe(false);
    await worktrees.remove(conversation);
  });
});

describe('its difference', () => {
  test('holds new files and what was committed, names binary ones, and leaves out what is ignored or secret', async () => {
    await create();
    expect([await worktrees.countChanged(own(), commit), await diff()]).toEqual([0, '']);
    write('a.txt', 'one\nTWO\n');
    await run('git commit -qam mine; git checkout -q -b other');
    write('new é.txt', 'new\n');
    write('picture.bin', new Uint8Array([0, 9]));
    write('ignored/x', 'x');
    write('sub/.env.local', 'S=1\n');
    write('.env.example', 'S=\n');
    rmSync(copyPath('dir'), { recursive: true });
    expect(await worktrees.countChanged(own(), commit)).toBe(5);
    const text = await diff();
    expect(text).toContain('-two\n+TWO\n');
    expect(text).toContain('+++ b/new é.txt\t\n@@ -0,0 +1 @@\n+new\n');
    expect(text).toContain('Binary files a/picture.bin and b/picture.bin differ');
    expect(text).toContain('deleted file mode 100644');
    expect(text).toContain('+++ b/.env.example');
    expect(text).not.toMatch(/ignored|SECRET|\.env\.local/);
    // Taking it changed nothing.
    expect((await run('git diff --cached --name-only')).output).toBe('');
  });

  test('shows what a command told git to hide', async () => {
    await create();
    write('a.txt', 'one\nTWO\n');
    write('new.txt', 'new\n');
    await run(
      'mkdir -p .git/info; echo "* -diff" > .git/info/attributes; echo new.txt > .git/info/exclude; ' +
        'git commit -qam mine; git replace -f HEAD~1 HEAD; git update-index --assume-unchanged a.txt',
    );
    expect(await diff()).toContain('-two\n+TWO\n');
    expect(await diff()).toContain('+++ b/new.txt');
    expect(await worktrees.countChanged(own(), commit)).toBe(2);
  });

  test('tells why there is none where the repository was destroyed', async () => {
    await create();
    rmSync(copyPath('.git'), { recursive: true });
    await expect(worktrees.countChanged(own(), commit)).rejects.toThrow(/^Git failed: fatal: /);
  });
});

describe('merging', () => {
  test('makes the same changes in the workspace, binary files and rights too, and nothing is committed there', async () => {
    await create();
    write('a.txt', 'one\nTWO\n');
    write('picture.bin', new Uint8Array([0, 255, 254, 10, 13]));
    write('run.sh', 'echo\n');
    chmodSync(copyPath('run.sh'), 0o755);
    write('latin.txt', new Uint8Array([0xe9, 0x0a]));
    rmSync(copyPath('dir/b.txt'));
    writeFileSync(join(root, 'own.txt'), 'mine\n');
    const { fileCount, commit: merged } = await worktrees.merge(base(), conversation, commit);
    expect(fileCount).toBe(5);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\nTWO\n');
    expect([...readFileSync(join(root, 'picture.bin'))]).toEqual([0, 255, 254, 10, 13]);
    expect([...readFileSync(join(root, 'latin.txt'))]).toEqual([0xe9, 0x0a]);
    expect(statSync(join(root, 'run.sh')).mode & 0o111).toBe(0o111);
    expect(existsSync(join(root, 'dir/b.txt'))).toBe(false);
    expect(readFileSync(join(root, '.env'), 'utf8')).toBe('SECRET=1\n');
    expect(git(root, 'rev-parse', 'HEAD')).toBe(commit);
    expect(git(root, 'diff', '--cached', '--name-only')).toBe('');

    // What comes after is merged by itself.
    expect(await worktrees.countChanged(own(), merged)).toBe(0);
    write('a.txt', 'one\nthree\n');
    await worktrees.merge(base(), conversation, merged);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\nthree\n');
  });

  test('tells the files that do not fit, and changes nothing', async () => {
    await create();
    write('a.txt', 'one\nTWO\n');
    write('new.txt', 'of the copy\n');
    write('fits.txt', 'x\n');
    writeFiles(root, { 'a.txt': 'another\n', 'new.txt': 'of a person\n' });
    const before = git(root, 'status', '--short');
    await expect(worktrees.merge(base(), conversation, commit)).rejects.toMatchObject({
      code: 'changed',
      message: expect.stringMatching(/a\.txt, new\.txt changed in the workspace meanwhile/),
    });
    expect(git(root, 'status', '--short')).toBe(before);
    expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('of a person\n');
  });

  test('puts back what was there where writing fails half-way', async () => {
    await create();
    write('a.txt', 'changed\n');
    write('z/new.txt', 'new\n');
    write('closed/new.txt', 'new\n');
    mkdirSync(join(root, 'closed'));
    writeFileSync(join(root, 'closed', 'there'), '');
    chmodSync(join(root, 'closed'), 0o500);
    await expect(worktrees.merge(base(), conversation, commit)).rejects.toMatchObject({
      code: 'unavailable',
    });
    chmodSync(join(root, 'closed'), 0o700);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(existsSync(join(root, 'z/new.txt'))).toBe(false);
  });

  test('of two conversations on one workspace takes both where they do not touch the same', async () => {
    await create();
    const other = `${conversation}b`;
    await create(other);
    write('a.txt', 'of the first\n');
    writeFiles(worktrees.pathOf(other), { 'dir/b.txt': 'of the second\n' });
    await Promise.all([
      worktrees.merge(base(), conversation, commit),
      worktrees.merge(base(), other, commit),
    ]);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('of the first\n');
    expect(readFileSync(join(root, 'dir/b.txt'), 'utf8')).toBe('of the second\n');
  });
});

test('discarding puts all back, whatever was done to files, index and branch; what is ignored or secret stays', async () => {
  const { branch } = await create();
  await run(
    'git checkout -q -b other; rm -rf dir; echo x > dir; rm a.txt; mkdir -p a.txt/in; git init -q nested; echo n > new; ' +
      'git update-index --assume-unchanged picture.bin; rm picture.bin; mkdir ignored; echo i > ignored/i; touch .git/index.lock',
  );
  await worktrees.discard(conversation, { branch, base: commit });
  expect(await worktrees.countChanged(own(), commit)).toBe(0);
  expect(readdirSync(copyPath()).sort()).toEqual([
    '.env',
    '.git',
    '.gitignore',
    'a.txt',
    'dir',
    'ignored',
    'picture.bin',
  ]);
  expect(readFileSync(copyPath('.env'), 'utf8')).toBe('SECRET=1\n');
  expect(readFileSync(copyPath('dir/b.txt'), 'utf8')).toBe('b\n');
  expect(await openWorkspace(copyPath()).gitHead()).toEqual({ branch, commit });
});

test('what git ignores is carried into a copy: packages with their links, no secrets, and nothing that changes the workspace', async () => {
  writeFiles(root, {
    '.gitignore': 'ignored/\nnode_modules/\n*.log\n.env.local\n',
    'node_modules/a/index.js': 'a',
    'node_modules/.bin/tool': '#!/bin/sh\necho tool\n',
    'dir/deep.log': 'log',
    "odd 'name\n.log": 'odd',
    '.env.local': 'SECRET=2\n',
    'not-ignored.txt': 'new',
  });
  chmodSync(join(root, 'node_modules/.bin/tool'), 0o755);
  symlinkSync('/etc/passwd', join(root, 'node_modules/outside'));
  await create();
  await worktrees.carryIgnored(base(), conversation);
  expect(readFileSync(copyPath('node_modules/a/index.js'), 'utf8')).toBe('a');
  expect(readFileSync(copyPath('dir/deep.log'), 'utf8')).toBe('log');
  expect(readFileSync(copyPath("odd 'name\n.log"), 'utf8')).toBe('odd');
  expect(existsSync(copyPath('not-ignored.txt'))).toBe(false);
  expect(existsSync(copyPath('.env.local'))).toBe(false);
  // As a link: what it leads to is not copied.
  expect(lstatSync(copyPath('node_modules/outside')).isSymbolicLink()).toBe(true);
  expect((await run('node_modules/.bin/tool && echo changed > node_modules/a/index.js')).output).toBe(
    'tool\n',
  );
  expect(readFileSync(join(root, 'node_modules/a/index.js'), 'utf8')).toBe('a');
});
