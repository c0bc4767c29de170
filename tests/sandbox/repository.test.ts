import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Commands } from '#lib/workspace/commands.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { findSandboxes } from '#lib/workspace/sandbox/find-sandboxes.ts';
import { until } from '../support/conversations.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const commands = createCommands({ mode: 'bwrap' });
/** Like those of another server process: it knows nothing of what the first one runs. */
const otherCommands = createCommands({ mode: 'bwrap' });
afterAll(() => Promise.all([commands.close(), otherCommands.close()]));

const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
const git = (folder: string, ...words: string[]): string =>
  execFileSync('/usr/bin/git', ['-c', 'protocol.file.allow=always', ...identity, ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A repository with one commit. */
function makeRepository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'file'), 'one\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'one');
  return folder;
}

async function start(root: string, command: string, by: Commands = commands) {
  const { signal } = new AbortController();
  const program = { kind: 'shell' as const, command };
  const running = await by.run({ root, conversationId: 'c', program, timeoutMs: 60_000, signal });
  let output = '';
  const end = (async () => {
    for await (const { bytes } of running.output) output += Buffer.from(bytes).toString();
    return { output, ...(await running.end) };
  })();
  return { output: () => output, end };
}
const run = async (root: string, command: string) => await (await start(root, command)).end;

/** A setting that runs a program whenever git looks at the working tree. */
const planted = (marker: string) => `[core]\\nfsmonitor = touch ${marker};echo\\n`;
const marker = () => join(tempFolder(), 'marker');
/** The system call: `mv` would copy and delete where it may not rename. */
const rename = (path: string) => `perl -e 'rename($ARGV[0], "x") && print "moved\\n"' "${path}"`;
const listing = (folder: string) => readdirSync(folder, { recursive: true }).map(String).toSorted();

let root = '';
beforeEach(() => {
  root = makeRepository(tempFolder());
});

describe('nothing outside the sandbox is changed', () => {
  test('where a command makes `.git` and exchanges it for a link while another is prepared', async () => {
    const plain = tempFolder();
    const victim = tempFolder();
    writeFiles(victim, { config: 'mine', 'hooks/pre-commit': 'mine', commondir: 'mine' });
    const first = await start(
      plain,
      `mkdir .git; (cd .git && for name in config hooks modules commondir; do ln -s /planted $name; done)
       touch ready; until [ -e go ]; do sleep 0.02; done
       mv .git old; ln -sT ${victim} .git; touch done; until [ -e end ]; do sleep 0.02; done`,
    );
    await until('the first command', async () => existsSync(join(plain, 'ready')));
    await run(plain, 'touch go; until [ -e done ]; do sleep 0.02; done');
    await run(plain, 'touch end');
    await first.end;
    expect(listing(victim)).toEqual(['commondir', 'config', 'hooks', 'hooks/pre-commit']);
    for (const name of ['config', 'commondir']) expect(readFileSync(join(victim, name), 'utf8')).toBe('mine');
    expect(first.output()).toContain('Read-only file system');
  });

  test('where a `.git` that is a file would become something else', async () => {
    const folder = join(tempFolder(), 'linked');
    git(root, 'worktree', 'add', '-q', folder, '-b', 'topic');
    const before = readFileSync(join(folder, '.git'), 'utf8');
    const { output } = await run(
      folder,
      `rm .git || echo kept; mv .git x || echo kept; ln -sfn /tmp .git || echo kept; echo gitdir: evil >.git || echo kept`,
    );
    expect(output.match(/^kept$/gm)).toHaveLength(4);
    expect(readFileSync(join(folder, '.git'), 'utf8')).toBe(before);
  });

  test('where `.git` is a link: at the root no command runs, and below it its folder is read-only', async () => {
    renameSync(join(root, '.git'), join(root, 'real'));
    symlinkSync('real', join(root, '.git'));
    await expect(run(root, 'true')).rejects.toThrow('.git cannot be protected, since it is a symbolic link');
    const around = tempFolder();
    renameSync(root, join(around, 'nested'));
    const { output } = await run(
      around,
      'for path in nested/.git/x nested/x; do echo x >$path && echo wrote; done; rm nested/.git && echo removed; echo free >x',
    );
    expect(output).not.toMatch(/wrote|removed/);
    expect(readFileSync(join(around, 'x'), 'utf8')).toBe('free\n');
  });
});

describe('a person’s own git runs nothing that a command wrote', () => {
  test('as settings, hooks, another repository or settings of a working tree', async () => {
    const touched = marker();
    const { output } = await run(
      root,
      `for name in config commondir config.worktree hooks/pre-commit modules/x gitdir-is-free; do
         printf '${planted(touched)}' >.git/$name && echo "wrote $name"; done 2>/dev/null
       rm -rf .git/hooks .git/config .git/commondir .git/config.worktree 2>/dev/null; ${rename('.git')}
       printf '${planted(touched)}' >new && mv -f new .git/config 2>/dev/null && echo replaced; true`,
    );
    expect(output).toBe('wrote gitdir-is-free\n');
    git(root, 'status');
    expect(existsSync(touched)).toBe(false);
  });

  test('in repositories below the workspace’s root, nor when their folders are moved', async () => {
    const touched = marker();
    const folder = tempFolder();
    const nested = [makeRepository(join(folder, 'a')), makeRepository(join(folder, 'b', 'c'))];
    writeFiles(folder, {
      'packed/HEAD': 'ref: refs/heads/main\n',
      'packed/config': '',
      'packed/objects/x': '',
    });
    const { output } = await run(
      folder,
      `for path in a/.git b/c/.git packed; do
         for name in config commondir config.worktree hooks/post-checkout; do
           printf '${planted(touched)}' >$path/$name && echo "wrote $path/$name"; done; done 2>/dev/null
       ${rename('a')}; ${rename('b')}; ${rename('b/c')}; true`,
    );
    expect(output).toBe('');
    for (const each of nested) git(each, 'status');
    expect(existsSync(touched)).toBe(false);
  });

  test('in repositories of a large folder', async () => {
    writeFiles(root, Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`many/${index}`, ''])));
    makeRepository(join(root, 'deep', 'er'));
    const { output } = await run(
      root,
      `for path in . deep/er; do echo x >>$path/.git/config || echo x >$path/.git/commondir || echo closed; done 2>/dev/null`,
    );
    expect(output).toBe('closed\nclosed\n');
  });

  test('in linked worktrees and submodules that are there', async () => {
    const linked = join(tempFolder(), 'linked');
    git(root, 'worktree', 'add', '-q', linked, '-b', 'topic');
    const other = makeRepository(tempFolder());
    git(root, 'submodule', 'add', '-q', other, 'sub');
    const touched = marker();
    const { output } = await run(
      root,
      `tree=.git/worktrees/linked; module=.git/modules/sub
       for path in $tree/commondir $tree/gitdir $tree/config.worktree $module/config $module/commondir $module/hooks/x sub/.git; do
         printf '${planted(touched)}' >$path && echo "wrote $path"; rm $path && echo "removed $path"; done 2>/dev/null
       for path in $tree .git/worktrees $module .git/modules sub; do ${rename('$path')}; done
       mkdir .git/modules/new 2>/dev/null && echo 'made a module'; true`,
    );
    expect(output).toBe('');
    git(linked, 'status');
    git(root, 'status');
    expect(existsSync(touched)).toBe(false);
  });

  test('in repositories that one command disguises for the next', async () => {
    const touched = marker();
    const linked = join(tempFolder(), 'linked');
    git(root, 'worktree', 'add', '-q', linked, '-b', 'topic');
    git(root, 'init', '-q', '--bare', 'bare');
    const [tree, moves] = ['.git/worktrees/linked', 'HEAD objects refs commondir'];
    await run(
      root,
      `for path in .git bare ${tree}; do
         for name in ${moves}; do mv $path/$name $path/old-$name; done; touch $path/gitdir; done 2>/dev/null`,
    );
    const { output } = await run(
      root,
      `for path in .git/config bare/config ${tree}/commondir; do
         printf '${planted(touched)}' >>$path && echo "wrote $path"; done 2>/dev/null
       for path in .git bare ${tree}; do
         for name in ${moves}; do [ -e $path/old-$name ] && mv $path/old-$name $path/$name; done; done; true`,
    );
    expect(output).toBe('');
    for (const folder of [root, join(root, 'bare'), linked]) git(folder, 'log', '--all');
    git(root, 'status');
    git(linked, 'status');
    expect(existsSync(touched)).toBe(false);
  });

  test('as a remote', async () => {
    const { output } = await run(
      root,
      `for name in remotes branches; do mkdir -p .git/$name; echo URL: /x >.git/$name/origin && echo "wrote $name"; done 2>/dev/null; true`,
    );
    expect(output).toBe('');
    expect(() => git(root, 'push')).toThrow('No configured push destination');
  });

  test('in files and folders that settings name, there or not', async () => {
    writeFiles(root, { 'git/there': '[user]\n', 'tools/hooks/x': '' });
    const config = (name: string, value: string) => git(root, 'config', '--add', name, value);
    config('include.path', '../git/there');
    config('include.path', '../git/missing');
    config('includeIf.gitdir:/.path', '../far/away/missing');
    config('include.path', join(root, 'absolute'));
    config('core.hooksPath', 'tools/hooks');
    git(root, 'config', '-f', 'git/there', 'include.path', 'further');
    const touched = marker();
    const { output } = await run(
      root,
      `mkdir -p far/away 2>/dev/null
       for path in git/there git/missing git/further far/away/missing absolute tools/hooks/pre-commit; do
         printf '${planted(touched)}' >$path && echo "wrote $path"; done 2>/dev/null
       ${rename('git')}; ${rename('tools')}; true`,
    );
    expect(output).toBe('');
    git(root, 'status');
    expect(existsSync(touched)).toBe(false);
  });

  test('where the repository lies around the workspace, or elsewhere', async () => {
    const workspace = join(root, 'packages', 'one');
    mkdirSync(workspace, { recursive: true });
    git(root, 'config', 'core.hooksPath', 'packages/one/hooks');
    git(root, 'config', 'include.path', '../packages/one/git.config');
    const outer = makeRepository(tempFolder());
    git(outer, 'config', 'core.hooksPath', '.husky/_');
    git(outer, 'worktree', 'add', '-q', join(workspace, 'tree'), '-b', 'topic');
    const command = `mkdir hooks tree/.husky tree/.husky/_; for path in hooks/x git.config tree/.husky/_/x src; do
      echo x >$path && echo "wrote $path"; done`;
    expect((await run(workspace, `(${command}) 2>/dev/null`)).output).toBe('wrote src\n');
    const linked = await run(
      join(workspace, 'tree'),
      '(mkdir -p .husky/_; echo x >.husky/_/x && echo wrote) 2>/dev/null; git status --short 2>&1 | head -1',
    );
    expect(linked.output).not.toContain('wrote');
  });

  test('by settings of who runs this server: of theirs, and by links from there', async () => {
    const home = tempFolder();
    writeFiles(root, { 'dot/gitconfig': '[core]\nhooksPath = .shared-hooks\n', 'nested/file': '' });
    makeRepository(join(root, 'nested'));
    symlinkSync(join(root, 'dot', 'gitconfig'), join(home, '.gitconfig'));
    vi.stubEnv('HOME', home);
    const { output } = await run(
      root,
      `for folder in . nested; do mkdir $folder/.shared-hooks; echo x >$folder/.shared-hooks/x && echo wrote; done 2>/dev/null
       (echo x >>dot/gitconfig) 2>/dev/null && echo changed; true`,
    ).finally(() => vi.unstubAllEnvs());
    expect(output).toBe('');
  });

  test('where settings name what cannot be there, or not yet: commands run all the same', async () => {
    writeFiles(root, { 'a-file': '' });
    git(root, 'config', '--add', 'include.path', '../a-file/config');
    git(root, 'config', '--add', 'include.path', `../${'long'.repeat(100)}`);
    const { output } = await run(root, '(rm a-file && mkdir a-file) 2>/dev/null || echo kept');
    expect(output).toBe('kept\n');
  });

  test('as hooks of a linked worktree, where settings name their folder', async () => {
    git(root, 'config', 'core.hooksPath', '.hooks');
    git(root, 'worktree', 'add', '-q', 'tree', '-b', 'topic');
    const { output } = await run(
      root,
      'mkdir tree/.hooks; echo x >tree/.hooks/pre-commit && echo wrote; echo free >tree/free',
    );
    expect(output).not.toContain('wrote');
    expect(readFileSync(join(root, 'tree', 'free'), 'utf8')).toBe('free\n');
  });

  test('in a repository whose hooks or settings are links: it is read-only, and what they lead to as well', async () => {
    mkdirSync(join(root, 'shared'), { recursive: true });
    renameSync(join(root, '.git', 'hooks'), join(root, 'shared', 'hooks'));
    symlinkSync('../shared/hooks', join(root, '.git', 'hooks'));
    const { output } = await run(
      root,
      `for path in .git/hooks/x shared/hooks/x .git/x; do echo x >$path && echo wrote; done 2>/dev/null
       rm .git/hooks 2>/dev/null && echo removed; ${rename('shared')}; git log --oneline | wc -l`,
    );
    expect(output).toBe('1\n');
    expect(readlinkSync(join(root, '.git', 'hooks'))).toBe('../shared/hooks');
  });

  test('through hooks that are kept outside the workspace: commands run all the same', async () => {
    execFileSync('/bin/rm', ['-rf', join(root, '.git', 'hooks')]);
    symlinkSync(tempFolder(), join(root, '.git', 'hooks'));
    expect(await run(root, 'git status --short; echo ran')).toMatchObject({ exitCode: 0, output: 'ran\n' });
  });
});

describe('git works inside', () => {
  const work = `set -e
    git switch -qc topic; echo two >>file; git commit -qam two; git switch -q main; echo x >other; git add other
    git stash -q; git stash pop -q; git commit -qm other; git rebase -q topic; git branch -d topic
    git worktree add -q tree -b second
    git tag v1; git gc -q; git status --short | grep -v tree || true; git log --oneline | wc -l`;

  test('to commit, switch, stash, rebase and add worktrees', async () => {
    expect(await run(root, work)).toMatchObject({ exitCode: 0, output: expect.stringMatching(/3\n$/) });
    expect(git(root, 'log', '--oneline').trim().split('\n')).toHaveLength(3);
    expect(git(root, 'status', '--short')).toBe('?? tree/\n');
  });

  test('in a repository below the root, and in a submodule', async () => {
    const folder = tempFolder();
    const nested = makeRepository(join(folder, 'nested'));
    const other = makeRepository(tempFolder());
    git(nested, 'submodule', 'add', '-q', other, 'sub');
    git(nested, 'commit', '-qm', 'sub');
    const { exitCode, output } = await run(
      folder,
      'cd nested; echo two >>file; git commit -qam two && cd sub && echo two >>file && git commit -qam two && git log --oneline | wc -l',
    );
    expect([exitCode, output]).toEqual([0, '2\n']);
    expect(git(join(nested, 'sub'), 'log', '--oneline').trim().split('\n')).toHaveLength(2);
  });
});

describe('of what keeps absent names from being made', () => {
  const gone = (folder: string) => async () =>
    !existsSync(join(folder, '.git', 'commondir')) && !existsSync(join(folder, '.git', 'modules'));

  test('nothing stays behind', async () => {
    const before = listing(join(root, '.git'));
    expect((await run(root, 'ls .git/commondir .git/config.worktree')).exitCode).toBe(0);
    await until('the end', async () => listing(join(root, '.git')).join() === before.join());
    const plain = tempFolder();
    expect((await run(plain, 'ls -A')).output).toBe('.git\n');
    await until('the end', async () => !existsSync(join(plain, '.git')));
  });

  test('git outside sees nothing while commands run', async () => {
    const running = await start(root, 'touch ready; until [ -e end ]; do sleep 0.02; done');
    await until('the command', async () => existsSync(join(root, 'ready')));
    expect(git(root, 'status', '--short')).toBe('?? ready\n');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'meanwhile');
    expect(git(root, 'worktree', 'list')).toContain('[main]');
    await run(root, 'touch end');
    expect((await running.end).exitCode).toBe(0);
  });

  test('git outside finds the working tree that settings name, or none, while commands run', async () => {
    const apart = makeRepository(join(root, 'apart'));
    writeFiles(root, { 'tree/new': '' });
    git(apart, 'config', 'core.worktree', '../../tree');
    const bare = makeRepository(join(root, 'bare'));
    git(bare, 'config', 'core.bare', 'true');
    const running = await start(root, 'touch ready; until [ -e end ]; do sleep 0.02; done');
    await until('the command', async () => existsSync(join(root, 'ready')));
    expect(git(apart, 'status', '--short')).toBe(' D file\n?? new\n');
    expect(git(bare, 'rev-parse', '--is-bare-repository')).toBe('true\n');
    await run(root, 'touch end');
    expect((await running.end).exitCode).toBe(0);
  });

  test('what a killed server left is removed with the next command, and nothing else', async () => {
    const plain = tempFolder();
    git(root, 'config', 'include.path', '../far/away');
    git(root, 'config', 'core.hooksPath', 'tools/hooks');
    mkdirSync(join(root, '.git', 'branches'), { recursive: true });
    const before = [listing(root), listing(plain)];
    for (const folder of [root, plain]) {
      const server = spawn(process.execPath, [
        join(import.meta.dirname, 'server-driver.ts'),
        folder,
        `left-${process.pid}`,
      ]);
      await once(server.stdout, 'data');
      server.kill('SIGKILL');
      await once(server, 'exit');
      await until('its commands to end', async () => (await findSandboxes(folder)).length === 0);
    }
    expect(listing(root)).toEqual(expect.arrayContaining(['.git/commondir', '.git/modules', 'far', 'tools']));
    expect(listing(plain)).toEqual(['.git']);
    for (const folder of [root, plain]) await run(folder, 'true');
    await until('the end', async () => listing(root).join() === before[0]?.join());
    await until('the end', async () => listing(plain).join() === before[1]?.join());
  });

  test('all stays while a command of another server runs in the workspace', async () => {
    const other = await start(
      root,
      'touch ready; until [ -e go ]; do sleep 0.02; done; echo x >.git/commondir || echo closed',
      otherCommands,
    );
    await until('the other command', async () => existsSync(join(root, 'ready')));
    await run(root, 'true');
    await run(root, 'touch go');
    expect((await other.end).output).toContain('closed');
    await until('the end', gone(root));
  });
});
