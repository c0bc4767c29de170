import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { git, makeRepository } from '../support/git-repository.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const commands = createCommands({ mode: 'bwrap' });
afterAll(commands.close);

let around = '';
let root = '';
let home = '';
beforeEach(() => {
  around = tempFolder();
  home = tempFolder();
  root = join(around, 'workspace');
  mkdirSync(root);
  vi.stubEnv('HOME', home);
});
afterEach(() => void vi.unstubAllEnvs());

const setting = (key: string, value: string) => {
  const [section, name] = key.split('.');
  return `[${section}]\n\t${name} = ${value}\n`;
};
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const link = (target: string, path: string) => symlinkSync(target, path);

/** What a command could write of these, or how it was refused. */
async function plantByCommand(paths: readonly string[]): Promise<string> {
  const folders = new Set(
    paths.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at).join('/'))),
  );
  const command = [
    ...[...folders].filter(Boolean).map((folder) => `mkdir ${folder}`),
    ...paths.map((path) => `echo x >>${path} && echo wrote ${path}`),
  ].join('; ');
  const { signal } = new AbortController();
  const program = { kind: 'shell' as const, command: `(${command}) 2>/dev/null; true` };
  try {
    const running = await commands.run({ root, conversationId: 'c', program, timeoutMs: 60_000, signal });
    let output = '';
    for await (const { bytes } of running.output) output += Buffer.from(bytes).toString();
    await running.end;
    return output;
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

async function plantByEdit(path: string): Promise<string> {
  const change = openWorkspace(root).changeTexts({
    paths: [path],
    expected: () => undefined,
    changedMessage: String,
    plan: () => [{ path, text: 'x' }],
  });
  return await change.then(
    () => `wrote ${path}`,
    (error: { code: string }) => error.code,
  );
}

type Row = [what: string, prepare: () => void, ...paths: string[]];

const protectedPaths: Row[] = [
  [
    'the settings of a home that is the workspace',
    () => vi.stubEnv('HOME', root),
    '.gitconfig',
    '.config/git/config',
  ],
  [
    'a folder of hooks that a link outside leads to',
    () => {
      writeFiles(home, { '.gitconfig': setting('core.hooksPath', '~/.githooks') });
      mkdirSync(join(root, 'githooks'));
      link(join(root, 'githooks'), join(home, '.githooks'));
    },
    'githooks/pre-commit',
  ],
  [
    'a file that is not there, where a link outside leads',
    () => link(join(root, 'git.cfg'), join(home, '.gitconfig')),
    'git.cfg',
  ],
  [
    'what a folder of settings includes that a link outside leads to',
    () => {
      writeFiles(root, { 'git/config': setting('include.path', 'local') });
      mkdirSync(join(home, '.config'));
      link(join(root, 'git'), join(home, '.config', 'git'));
    },
    'git/config',
    'git/local',
  ],
  [
    'files that hooks are links to',
    () => {
      makeRepository(root, { 'scripts/pre-commit': 'one' });
      link('../../scripts/pre-commit', join(root, '.git', 'hooks', 'pre-commit'));
    },
    'scripts/pre-commit',
  ],
  [
    'hooks of a repository around the workspace',
    () => {
      makeRepository(around, { file: 'one' });
      renameSync(join(around, '.git', 'hooks'), join(root, 'hooks'));
      link('../workspace/hooks', join(around, '.git', 'hooks'));
    },
    'hooks/pre-commit',
  ],
  [
    'what one around names, though the workspace is a repository itself',
    () => {
      makeRepository(around, { file: 'one' });
      git(around, 'config', 'core.hooksPath', 'workspace/hooks');
      makeRepository(root, { file: 'one' });
    },
    'hooks/pre-commit',
  ],
  [
    'what settings include that are a link, from where the link is',
    () => {
      makeRepository(root, { 'a/b/config': setting('include.path', '../more') });
      renameSync(join(root, '.git', 'config'), join(root, '.git', 'old'));
      link('../a/b/config', join(root, '.git', 'config'));
    },
    'more',
    'a/b/config',
  ],
  [
    'a working tree and hooks that different files name',
    () => {
      makeRepository(root, { 'more.cfg': setting('core.hooksPath', 'hooks'), 'tree/file': '' });
      git(root, 'config', 'include.path', '../more.cfg');
      git(root, 'config', 'core.worktree', '../tree');
    },
    'tree/hooks/pre-commit',
  ],
  [
    'the template of new repositories',
    () => writeFiles(home, { '.gitconfig': setting('init.templateDir', join(root, 'template')) }),
    'template/hooks/post-checkout',
  ],
];

describe('neither a command nor an edit writes', () => {
  test.each(protectedPaths)('%s', async (_, prepare, ...paths) => {
    prepare();
    expect(await plantByCommand(paths)).toBe('');
    for (const path of paths) expect(await plantByEdit(path)).toBe('not_writable');
    // What lies beside them is free.
    expect(await plantByCommand(['beside'])).toBe('wrote beside\n');
    expect(await plantByEdit('other')).toBe('wrote other');
  });

  test('hooks that run in a git directory: there, a relative path starts', async () => {
    makeRepository(root, { file: 'one' });
    git(root, 'config', 'core.hooksPath', '.hooks');
    git(root, 'init', '-q', '--bare', 'bare.git');
    writeFiles(home, { '.gitconfig': setting('core.hooksPath', '.own') });
    const paths = [
      '.git/.hooks/pre-receive',
      'bare.git/.own/pre-receive',
      '.own/pre-commit',
      '.hooks/pre-commit',
    ];
    expect(await plantByCommand(paths)).toBe('');
  });

  test('repositories of submodules that a linked working tree has not got yet', async () => {
    makeRepository(root, { file: 'one' });
    git(root, 'worktree', 'add', '-q', 'tree', '-b', 'topic');
    expect(await plantByCommand(['.git/worktrees/tree/modules/sub/config'])).toBe('');
  });
});

const unknownPaths: Row[] = [
  ['a path that leads into a folder and out again', () => include('../folder/../file'), 'file'],
  ['a path that is not UTF-8', () => include(latin1('../caf\xe9')), 'file'],
  [
    'more files than are followed',
    () => {
      const names = Array.from({ length: 300 }, (_, at) => `more/${at}`);
      writeFiles(root, Object.fromEntries(names.map((name) => [name, ''])));
      include(...names.map((name) => `../${name}`));
    },
    'file',
  ],
  [
    'a file of another name too',
    () => {
      writeFiles(root, { 'git.cfg': '' });
      linkSync(join(root, 'git.cfg'), join(root, 'same'));
      include('../git.cfg');
    },
    'git.cfg',
  ],
  ['the workspace as a whole', () => git(root, 'config', 'core.hooksPath', root), 'file'],
];

function include(...paths: (string | Buffer)[]): void {
  const lines = paths.map((path) =>
    Buffer.concat([Buffer.from('[include]\npath = '), Buffer.from(path), Buffer.from('\n')]),
  );
  writeFileSync(join(root, '.git', 'config'), Buffer.concat(lines), { flag: 'a' });
}

describe('no command runs, and no edit is made, where settings name', () => {
  test.each(unknownPaths)('%s', async (_, prepare, path) => {
    makeRepository(root, { 'folder/x': '' });
    prepare();
    expect(await plantByCommand([path])).toMatch(/^refused: .*cannot be protected/);
    expect(await plantByEdit(path)).toMatch(/^(unavailable|not_writable)$/);
  });
});

test('settings that the system cannot read, or git refuses, stop no command', async () => {
  makeRepository(root, { file: 'one' });
  for (const [name, path] of [
    ['one', '/proc/self/mem'],
    ['two', '/proc/self/pagemap'],
    ['three', '/dev/zero'],
  ] as const) {
    mkdirSync(join(root, name));
    makeRepository(join(root, name), { file: 'one' });
    git(join(root, name), 'config', 'include.path', path);
  }
  mkdirSync(join(root, 'four'));
  makeRepository(join(root, 'four'), { file: 'one' });
  writeFileSync(join(root, 'four', '.git', 'config'), '[include\n');
  expect(await plantByCommand(['beside', 'four/.git/hooks/x'])).toBe('wrote beside\n');
});
