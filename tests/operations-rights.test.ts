import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
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

test('the service of the compose file has these rights alone, and keeps what it writes', () => {
  const { services, volumes } = parse(read('docker-compose.yml'));
  expect(services.web).toMatchObject({ cap_drop: ['ALL'], read_only: true });
  expect(parseInt(services.web.stop_grace_period, 10)).toBeGreaterThan(22);
  expect(services.web.security_opt).toEqual([
    'no-new-privileges:true',
    'seccomp=docs/operations/seccomp.json',
    'apparmor=unconfined',
    'systempaths=unconfined',
  ]);
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toMatch(/^USER vitrine$/m);
  // Root is only read, so whatever it writes is a volume.
  for (const variable of ['VITRINE_DATA_DIR', 'VITRINE_CLONES_DIR']) {
    const [, path = ''] = new RegExp(`${variable}=(/\\w+)`).exec(dockerfile) ?? [];
    expect(services.web.volumes).toContain(`${path.slice(1)}:${path}`);
    expect(volumes).toHaveProperty(path.slice(1));
    expect(dockerfile).toMatch(new RegExp(`chown vitrine [\\w/ ]*${path}\\b`));
  }
});

test('the systemd unit sets nothing under which the sandbox of commands cannot be made', () => {
  const unit = read('docs/operations/vitrine.service');
  const settings = new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  for (const name of [
    ...['RestrictNamespaces', 'ProtectKernelTunables', 'ProtectKernelLogs', 'ProtectControlGroups'],
    ...['ProtectProc', 'ProcSubset', 'ProtectHostname', 'MemoryDenyWriteExecute'],
  ]) {
    expect([name, settings.has(name)]).toEqual([name, false]);
    // It says why.
    expect(unit).toContain(name);
  }
  expect(settings.get('NoNewPrivileges')).toBe('yes');
  expect(settings.get('CapabilityBoundingSet')).toBe('');
  expect(settings.get('SystemCallFilter')).not.toMatch(/@mount|@debug|@privileged|@resources/);
  // A call that is refused fails; it does not end who made it.
  expect(settings.get('SystemCallErrorNumber')).toBe('EPERM');
  // Runs have their time, and streams theirs, before systemd kills the server.
  expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(22);
});
