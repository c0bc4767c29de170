import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch } from '#lib/tools/apply-patch.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench();
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`);

const environment = {
  PATH: process.env.PATH ?? '',
  HOME: tempFolder(),
  GIT_CONFIG_NOSYSTEM: '1',
} as unknown as NodeJS.ProcessEnv;
const git = (root: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'core.autocrlf=false', ...words], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });

const original = {
  'src/app.ts': numbered(60).join(''),
  'crlf.txt': numbered(9).join('').replaceAll('\n', '\r\n'),
  'open end.txt': 'one\ntwo',
  'café "x".txt': 'espresso\n',
  'old/name.txt': numbered(20).join(''),
  'old/moved.txt': 'only moved\n',
  'gone.txt': 'bye\n',
  'tool.sh': '#!/bin/sh\n',
};

/** A repository, and the same with changes of every kind. */
function repository(): string {
  const root = tempFolder();
  writeFiles(root, original);
  chmodSync(join(root, 'tool.sh'), 0o755);
  git(root, 'init', '--quiet');
  git(root, 'add', '--all');
  git(root, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', 'first');
  return root;
}

function change(root: string): void {
  const lines = numbered(60).with(4, 'five\n').toSpliced(30, 2).toSpliced(50, 0, 'new a\n', 'new b\n');
  writeFiles(root, {
    'src/app.ts': lines.join(''),
    'crlf.txt': numbered(9).with(3, 'four\n').join('').replaceAll('\n', '\r\n'),
    'open end.txt': 'one\ntwo\nthree',
    'café "x".txt': 'lungo\n',
    'new/thé.txt': 'fresh\n',
    'empty.txt': '',
    'tool.sh': '#!/bin/sh\nexit 0\n',
  });
  rmSync(join(root, 'gone.txt'));
  renameSync(join(root, 'old/name.txt'), join(root, 'new/name.txt'));
  writeFiles(root, { 'new/name.txt': numbered(20).with(9, 'ten\n').join('') });
  renameSync(join(root, 'old/moved.txt'), join(root, 'moved.txt'));
}

const contents = (root: string) =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => !path.startsWith('.git/'))
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

test.each([
  ['--find-renames'],
  ['--no-renames'],
  ['--unified=0'],
  ['--unified=12'],
  ['--no-prefix'],
  ['--full-index'],
])('what git diff %s says is applied, and git applies what is shown of it', async (option) => {
  const changed = repository();
  change(changed);
  git(changed, 'add', '--all');
  const patch = git(changed, 'diff', '--cached', option);
  const wanted = contents(changed);

  const ours = repository();
  const outcome = await bench.call(applyPatch, { patch }, { context: { workspace: openWorkspace(ours) } });
  expect(outcome.error?.message).toBeUndefined();
  expect(contents(ours)).toEqual(wanted);

  const theirs = repository();
  const shown = (await bench.bytesOf(outcome)).toString();
  writeFiles(theirs, { '.git/shown.diff': shown });
  // Git reads renames and empty files only under its own heads, so it is asked where there are none.
  if (option === '--no-renames') {
    git(theirs, 'apply', '--exclude=empty.txt', '.git/shown.diff');
    expect({ ...contents(theirs), 'empty.txt': '' }).toEqual(wanted);
  }
});
