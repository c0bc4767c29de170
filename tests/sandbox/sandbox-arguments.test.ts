import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { bindNode } from '#lib/workspace/sandbox/node-binding.ts';
import { launchProgram, launchTerminal } from '#lib/workspace/sandbox/program-launch.ts';
import { type SandboxPlan, sandboxArguments } from '#lib/workspace/sandbox/sandbox-arguments.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const folder = {
  path: '/private',
  filter: '/private/filter',
  etc: '/private/etc',
  sharedEtc: ['alternatives'],
  devices: null,
  newPath: () => '/private/new',
  add: async () => '/private/new',
  remove: async () => {},
};
const plan = (change: Partial<SandboxPlan> = {}): SandboxPlan => ({
  outerPath: '/usr/bin/bwrap',
  root: '/home/me/project',
  folder,
  node: { bind: { from: '/home/me/node', to: '/opt/node' }, binFolder: '/opt/node/bin' },
  mounts: [],
  launch: launchProgram({ kind: 'shell', command: 'echo "; rm -rf /"' }, '/tmp/program'),
  networkPid: null,
  environment: null,
  isTerminal: false,
  timeoutMs: 60_000,
  cores: 2,
  limits,
  ...change,
});
const argv = (change: Partial<SandboxPlan> = {}) => sandboxArguments(plan(change));
/** The two sandboxes, and what runs in them. */
function layers(change: Partial<SandboxPlan> = {}) {
  const all = argv(change);
  const inner = all.lastIndexOf('/usr/bin/bwrap');
  const limit = all.indexOf('/usr/bin/prlimit');
  return { outer: all.slice(0, inner), inner: all.slice(inner, limit), limited: all.slice(limit) };
}
const follows = (list: string[], ...wanted: string[]) =>
  ` ${list.join(' ')} `.includes(` ${wanted.join(' ')} `);

describe('the arguments of a sandbox', () => {
  test('take everything away first, and rights in the inner one', () => {
    const { outer, inner } = layers();
    for (const flag of [
      '--unshare-all',
      '--unshare-user',
      '--die-with-parent',
      '--new-session',
      '--clearenv',
    ]) {
      expect(outer).toContain(flag);
    }
    for (const flag of ['--disable-userns', '--unshare-user', '--die-with-parent'])
      expect(inner).toContain(flag);
    expect(follows(inner, '--cap-drop', 'ALL')).toBe(true);
    expect(follows(inner, '--seccomp', '3', '--')).toBe(true);
    expect(outer).not.toContain('--share-net');
  });

  test('bind one folder of this machine to be written to', () => {
    const { outer, inner } = layers();
    expect(outer.filter((word) => word === '--bind')).toHaveLength(1);
    expect(follows(outer, '--bind', '/home/me/project', '/workspace')).toBe(true);
    expect(outer).not.toContain('--dev-bind');
    expect(inner.join(' ')).not.toContain('/home/me');
    expect(follows(outer, '--remount-ro', '/', '--')).toBe(true);
  });

  test('hold the command as one word, whatever it says', () => {
    const { limited } = layers();
    expect(limited.slice(-3)).toEqual(['/bin/bash', '-c', 'echo "; rm -rf /"']);
  });

  test('bound every process inside, its time by the command’s on all cores', () => {
    const { limited } = layers({ timeoutMs: 90_500, cores: 4 });
    expect(limited).toContain(`--cpu=${91 * 4 + 5}`);
    expect(limited).toContain(`--data=${limits.commandProcessBytes}`);
    expect(limited).toContain(`--nproc=${limits.commandProcesses}`);
    expect(limited).toContain('--core=0');
  });

  test('put the server’s Node first', () => {
    const { outer } = layers();
    expect(follows(outer, '--setenv', 'PATH', '/opt/node/bin:/usr/local/bin:/usr/bin:/bin')).toBe(true);
    expect(follows(outer, '--ro-bind', '/home/me/node', '/opt/node')).toBe(true);
  });

  test('mount over paths of the workspace in the inner one only', () => {
    const { outer, inner } = layers({
      mounts: [
        { path: ['.env'], kind: 'hideFile' },
        { path: ['.env.d'], kind: 'hideFolder' },
        { path: ['.git'], kind: 'keep' },
        { path: ['.git', 'config'], kind: 'close' },
        { path: ['.git', 'modules'], kind: 'fix' },
      ],
    });
    expect(outer.join(' ')).not.toContain('.env');
    expect(follows(inner, '--ro-bind', '/etc/hidden', '/workspace/.env')).toBe(true);
    expect(follows(inner, '--tmpfs', '/workspace/.env.d', '--remount-ro', '/workspace/.env.d')).toBe(true);
    expect(follows(inner, '--bind', '/workspace/.git', '/workspace/.git')).toBe(true);
    for (const path of ['/workspace/.git/config', '/workspace/.git/modules'])
      expect(follows(inner, '--ro-bind', path, path)).toBe(true);
  });

  test('leave a terminal its session, and give the program one of its own inside', () => {
    const launch = launchTerminal('python3', '/tmp/program');
    const all = argv({ isTerminal: true, launch });
    expect(all).not.toContain('--new-session');
    expect(all.slice(-4)).toEqual(['/usr/bin/script', '-qefc', 'python3', '/dev/null']);
    expect(follows(all, '--setenv', 'TERM', 'xterm-256color')).toBe(true);
    expect(all).not.toContain('CI');
  });
});

describe('a program', () => {
  const launch = (command: string) => launchProgram({ kind: 'shell', command }, '/tmp/program');

  test('that is no argument for Linux becomes a file', () => {
    expect(launch('x'.repeat(128 * 1024 - 1)).file).toBeNull();
    const long = 'é'.repeat(64 * 1024);
    expect(launch(long)).toMatchObject({ argv: ['/bin/bash', '/tmp/program'], file: long });
    expect(launch('echo \0 x').file).toBe('echo \0 x');
  });

  test('of a shell prints colours, code does not', () => {
    expect(launch('x').environment).toMatchObject({ FORCE_COLOR: '1', CI: '1', TERM: 'dumb' });
    for (const language of ['node', 'python'] as const) {
      const { environment } = launchProgram({ kind: 'code', language, code: '' }, '/tmp/program');
      expect(environment).not.toHaveProperty('FORCE_COLOR');
    }
  });
});

describe('the Node of the sandbox', () => {
  test('is the server’s, with its npm where that lies beside it', async () => {
    const prefix = tempFolder();
    writeFiles(prefix, { 'bin/node': '' });
    expect(await bindNode(`${prefix}/bin/node`)).toEqual({
      bind: { from: `${prefix}/bin/node`, to: '/opt/node/bin/node' },
      binFolder: '/opt/node/bin',
    });
    writeFiles(prefix, { 'lib/node_modules/npm/package.json': '{}' });
    expect(await bindNode(`${prefix}/bin/node`)).toEqual({
      bind: { from: prefix, to: '/opt/node' },
      binFolder: '/opt/node/bin',
    });
  });

  test('is not bound where every sandbox has it already', async () => {
    expect(await bindNode('/usr/bin/env')).toEqual({ bind: null, binFolder: '/usr/bin' });
  });
});
