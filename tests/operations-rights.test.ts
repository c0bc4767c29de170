import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allowedCalls, refusedCalls } from '#lib/workspace/sandbox/system-calls.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What bubblewrap makes a sandbox with. */
const neededCalls = ['mount', 'umount2', 'pivot_root', 'unshare', 'sethostname'];

test('the container is refused every call that commands are, but those that make their sandbox', () => {
  const { defaultAction, syscalls } = JSON.parse(read('docs/operations/seccomp.json'));
  expect(defaultAction).toBe('SCMP_ACT_ALLOW');
  expect(syscalls).toHaveLength(1);
  const expected = [...refusedCalls.keys()].filter((name) => !neededCalls.includes(name)).toSorted();
  expect(syscalls[0]).toEqual({ names: expected, action: 'SCMP_ACT_ERRNO', errnoRet: 1 });
  expect(expected.filter((name) => allowedCalls.has(name))).toEqual([]);
});

const unit = read('docs/operations/vitrine.service');
const settings = new Map(
  [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

test('the systemd unit takes these rights from the server', () => {
  expect(Object.fromEntries(settings)).toMatchObject({
    User: 'vitrine',
    StateDirectoryMode: '0700',
    UMask: '0077',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    PrivateTmp: 'yes',
    PrivateDevices: 'yes',
    ProtectKernelModules: 'yes',
    ProtectClock: 'yes',
    LockPersonality: 'yes',
    RestrictRealtime: 'yes',
    RestrictSUIDSGID: 'yes',
    RestrictAddressFamilies: 'AF_UNIX AF_INET AF_INET6 AF_NETLINK',
    SystemCallArchitectures: 'native',
    SystemCallFilter:
      '~@clock @cpu-emulation @keyring @module @obsolete @raw-io @reboot @swap bpf perf_event_open userfaultfd',
    // A call that is refused fails; it does not end who made it.
    SystemCallErrorNumber: 'EPERM',
  });
  // What gives rights has these lines alone.
  expect([...unit.matchAll(/^ReadWritePaths=(.*)$/gm)].map(([, path]) => path)).toEqual(['-/srv/workspaces']);
  expect(
    [...settings.keys()].filter((name) => /^(?:Ambient|Supplementary|BindPaths|Group$)/.test(name)),
  ).toEqual([]);
});

test('the systemd unit sets nothing under which the sandbox of commands cannot be made', () => {
  for (const name of [
    ...['RestrictNamespaces', 'ProtectKernelTunables', 'ProtectKernelLogs', 'ProtectControlGroups'],
    ...['ProtectProc', 'ProcSubset', 'ProtectHostname', 'MemoryDenyWriteExecute'],
  ]) {
    expect([name, settings.has(name)]).toEqual([name, false]);
    // It says why.
    expect(unit).toContain(name);
  }
  expect(settings.get('SystemCallFilter')).not.toMatch(/@mount|@debug|@privileged|@resources/);
  // Runs have their time, and streams theirs, before systemd kills the server.
  expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(22);
});
