import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDefaultBranch } from '#lib/workspace/git-head.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { workspaceRoot } from '#lib/workspace/workspace-root.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const headOf = (folder: string) => openWorkspace(folder).gitHead();

function git(folder: string, ...command: string[]): string {
  const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, ...command], { cwd: folder, encoding: 'utf8' }).trim();
}

function repository(): string {
  const folder = tempFolder();
  git(folder, 'init', '--quiet');
  writeFiles(folder, { a: 'a' });
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'one');
  return folder;
}

test('the default branch of a clone is that of the server it came from', async () => {
  const origin = repository();
  git(origin, 'branch', '-m', 'develop');
  const clone = tempFolder();
  git(clone, 'clone', '-q', origin, '.');
  expect(await readDefaultBranch(workspaceRoot(clone))).toBe('develop');
  expect(await readDefaultBranch(workspaceRoot(origin))).toBeNull();
});

describe('the head of a git repository', () => {
  test('is its branch and commit', async () => {
    const folder = repository();
    const commit = git(folder, 'rev-parse', 'HEAD');
    expect(await headOf(folder)).toEqual({ branch: 'main', commit });
    git(folder, 'checkout', '--quiet', '-b', 'feature/deep/name');
    expect(await headOf(folder)).toEqual({ branch: 'feature/deep/name', commit });
  });

  test('is a commit without a branch when detached', async () => {
    const folder = repository();
    git(folder, 'checkout', '--quiet', '--detach');
    expect(await headOf(folder)).toEqual({ branch: null, commit: git(folder, 'rev-parse', 'HEAD') });
  });

  test('is found in packed refs, and a loose one is newer', async () => {
    const folder = repository();
    git(folder, 'branch', 'x-main');
    git(folder, 'pack-refs', '--all');
    const packed = git(folder, 'rev-parse', 'HEAD');
    expect(await headOf(folder)).toEqual({ branch: 'main', commit: packed });
    git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'two');
    const loose = git(folder, 'rev-parse', 'HEAD');
    expect(loose).not.toBe(packed);
    expect(await headOf(folder)).toEqual({ branch: 'main', commit: loose });
  });

  test('is none before the first commit, and of no repository', async () => {
    const folder = tempFolder();
    expect(await headOf(folder)).toBeNull();
    git(folder, 'init', '--quiet');
    expect(await headOf(folder)).toBeNull();
    expect(await headOf(join(folder, 'gone'))).toBeNull();
  });

  test('is none where its files are odd, and never leads outside', async () => {
    const outside = repository();
    const odd = [
      '',
      'nonsense',
      'ref: refs/heads/../../../x',
      'ref: refs/tags/v1',
      'ref: refs/heads/ ',
      'f'.repeat(39),
    ];
    for (const head of odd) {
      const folder = tempFolder();
      writeFiles(folder, { '.git/HEAD': head });
      expect(await headOf(folder), head).toBeNull();
    }
    const linked = tempFolder();
    symlinkSync(join(outside, '.git'), join(linked, '.git'));
    expect(await headOf(linked)).toBeNull();
    const file = tempFolder();
    writeFileSync(join(file, '.git'), 'gitdir: /elsewhere');
    expect(await headOf(file)).toBeNull();
    const fifo = tempFolder();
    writeFiles(fifo, { '.git/x': '' });
    execFileSync('mkfifo', [join(fifo, '.git/HEAD')]);
    expect(await headOf(fifo)).toBeNull();
  });
});
