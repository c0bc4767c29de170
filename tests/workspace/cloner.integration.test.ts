import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCloneUrl } from '#lib/core/vocabulary/clone-url.ts';
import { createCloner } from '#lib/workspace/clones/cloner.ts';
import { git, makeRepository } from '../support/git-repository.ts';
import { type GitServer, startGitServer } from '../support/git-server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const served = tempFolder();
let server: GitServer;
/** A few kilobytes that unfold to ten files in each of ten folders, in each of ten others, and so on. */
function makeBomb(folder: string, depth: number): void {
  const shell = (command: string) => execFileSync('bash', ['-c', command], { cwd: folder });
  git(folder, 'init', '-q');
  shell(`tree=$(for i in {0..9}; do echo -e "100644 blob $(git hash-object -w --stdin </dev/null)\\tf$i"; done | git mktree)
for d in {1..${depth}}; do tree=$(for i in {0..9}; do echo -e "040000 tree $tree\\td$i"; done | git mktree); done
git update-ref HEAD $(git -c user.name=A -c user.email=a@b commit-tree $tree -m bomb)`);
}

beforeAll(async () => {
  for (const name of ['plain', 'large', 'hostile', 'bomb', 'crowd']) mkdirSync(join(served, name));
  makeRepository(join(served, 'plain'), { 'a.txt': 'a\n' });
  makeRepository(join(served, 'large'), { 'a.bin': randomBytes(3 * 1024 * 1024) });
  symlinkSync('/etc/passwd', join(served, 'hostile', 'link'));
  makeRepository(join(served, 'hostile'), {
    '.gitattributes': '* filter=lfs\n*.txt filter=evil\n',
    '.gitmodules': `[submodule "sub"]\n\tpath = sub\n\turl = ${join(served, 'plain')}\n`,
    'a.txt': 'version https://git-lfs.github.com/spec/v1\n',
  });
  makeBomb(join(served, 'bomb'), 7);
  makeBomb(join(served, 'crowd'), 2);
  const head = git(join(served, 'plain'), 'rev-parse', 'HEAD');
  git(join(served, 'hostile'), 'update-index', '--add', '--cacheinfo', `160000,${head},sub`);
  git(join(served, 'hostile'), 'commit', '-qm', 'with a submodule');
  server = await startGitServer(served);
});
afterAll(async () => await server?.close());

const addressOf = (path: string) => {
  const url = parseCloneUrl(`${server.url}/${path}`);
  if (url === null) throw new Error(path);
  return url;
};
const open = (changed = {}) => {
  const folder = join(tempFolder(), 'clones');
  const cloner = createCloner(folder, changed);
  const path = cloner.newPath('x');
  return { cloner, folder, path, clone: (from: string) => cloner.clone(addressOf(from), path) };
};

test('a clone is whole, and gone when it is removed; what is not ours stays', async () => {
  const { cloner, path, clone } = open();
  await clone('repos/plain');
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('a\n');
  expect(git(path, 'status', '--short')).toBe('');
  expect(existsSync(join(path, '.git', 'hooks'))).toBe(false);
  await cloner.remove(join(served, 'plain'));
  expect(existsSync(join(served, 'plain', 'a.txt'))).toBe(true);
  await cloner.remove(path);
  expect(existsSync(path)).toBe(false);
});

test('what a repository asks for is not done: no submodule is fetched, no filter is run', async () => {
  const { path, clone } = open();
  const asked = server.asked.length;
  await clone('repos/hostile');
  expect(readdirSync(join(path, 'sub'))).toEqual([]);
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toContain('git-lfs');
  expect(server.asked.slice(asked).every((one) => one.startsWith('/repos/hostile/'))).toBe(true);
});

test('one that grows too large, or takes too long, is ended and leaves nothing', async () => {
  const large = open({ cloneBytes: 1024 * 1024, cloneWatchMs: 10 });
  await expect(large.clone('repos/large')).rejects.toThrow('The repository is larger than 1 MiB.');
  const slow = open({ cloneSeconds: 0.2 });
  await expect(slow.clone('silent/x')).rejects.toThrow('The clone took longer than 0.2 seconds.');
  expect([...readdirSync(large.folder), ...readdirSync(slow.folder)]).toEqual([]);
});

test('one that unfolds to more than it looks like is ended, by its memory or by its files, and leaves nothing', async () => {
  const bomb = open({ cloneMemoryBytes: 64 * 1024 * 1024 });
  await expect(bomb.clone('repos/bomb')).rejects.toThrow('The repository is larger than this server allows.');
  const crowd = open({ cloneBytes: 1024 * 1024 });
  await expect(crowd.clone('repos/crowd')).rejects.toThrow('The repository is larger than 1 MiB.');
  const unseen = open({ cloneBytes: 1024 * 1024, cloneWatchMs: 600_000 });
  await expect(unseen.clone('repos/large')).rejects.toThrow('The repository is larger than 1 MiB.');
  expect([bomb, crowd, unseen].flatMap(({ folder }) => readdirSync(folder))).toEqual([]);
});

test('the end of the server ends it, and waits until nothing is left', async () => {
  const { cloner, folder, clone } = open();
  const asked = server.asked.length;
  const ended = expect(clone('silent/x')).rejects.toThrow('The server stopped during the clone.');
  await expect.poll(() => server.asked.length).toBeGreaterThan(asked);
  await cloner.close();
  expect(readdirSync(folder)).toEqual([]);
  await ended;
  await expect(clone('repos/plain')).rejects.toThrow('The server stopped during the clone.');
});
