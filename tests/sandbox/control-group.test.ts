import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { type ControlGroup, findControlGroups } from '#lib/workspace/sandbox/control-group.ts';
import { tempFolder } from '../support/temp-folder.ts';

let self: string;
let mounts: string;
beforeEach(() => {
  const folder = tempFolder();
  self = join(folder, 'self');
  mounts = join(folder, 'mounts');
  mkdirSync(self);
});

/** @param controllers of the first version of control groups, each mounted apart */
function mountFirst(controllers: readonly string[]): void {
  const line = (name: string) => `cgroup ${join(mounts, name)} cgroup rw,relatime,${name} 0 0\n`;
  for (const name of controllers) mkdirSync(join(mounts, name, 'own'), { recursive: true });
  writeFileSync(join(self, 'mounts'), controllers.map(line).join(''));
  writeFileSync(join(self, 'cgroup'), controllers.map((name, at) => `${at + 1}:${name}:/own\n`).join(''));
}

function mountSecond(controllers: string): void {
  mkdirSync(join(mounts, 'own'), { recursive: true });
  writeFileSync(join(mounts, 'own', 'cgroup.subtree_control'), `${controllers}\n`);
  writeFileSync(join(self, 'mounts'), `cgroup2 ${mounts} cgroup2 rw 0 0\n`);
  writeFileSync(join(self, 'cgroup'), '0::/own\n');
}

const settingsOf = (group: ControlGroup | undefined, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const file = group?.entryFiles.map((entry) => join(dirname(entry), name)).find(existsSync);
      return [name, file === undefined ? null : readFileSync(file, 'utf8')];
    }),
  );

describe('a group of a command', () => {
  test('bounds memory and processes, and has an eighth of the default CPU weight', async () => {
    mountFirst(['cpu', 'memory', 'pids']);
    const first = await (await findControlGroups(self))?.(limits);
    expect(first?.entryFiles).toHaveLength(3);
    const bytes = String(limits.commandMemoryBytes);
    const count = String(limits.commandProcesses);
    expect(settingsOf(first, ['memory.limit_in_bytes', 'pids.max', 'cpu.shares'])).toEqual({
      'memory.limit_in_bytes': bytes,
      'pids.max': count,
      'cpu.shares': String(1_024 / 8),
    });
  });

  test('has them in the second version, too', async () => {
    mountSecond('cpu memory pids');
    const second = await (await findControlGroups(self))?.(limits);
    expect(settingsOf(second, ['memory.max', 'pids.max', 'cpu.weight'])).toEqual({
      'memory.max': String(limits.commandMemoryBytes),
      'pids.max': String(limits.commandProcesses),
      'cpu.weight': '12',
    });
  });

  test('is made without a CPU weight where no such group can be made', async () => {
    for (const controllers of [
      ['memory', 'pids'],
      ['memory', 'pids', 'cpu'],
    ]) {
      mountFirst(controllers);
      rmSync(join(mounts, 'cpu', 'own'), { recursive: true, force: true });
      const group = await (await findControlGroups(self))?.(limits);
      expect(settingsOf(group, ['pids.max', 'cpu.shares'])).toEqual({
        'pids.max': String(limits.commandProcesses),
        'cpu.shares': null,
      });
      expect(group?.entryFiles).toHaveLength(2);
    }
  });

  test('of the first version says what is used, without what the kernel gives back by itself', async () => {
    mountFirst(['memory', 'pids']);
    const group = await (await findControlGroups(self))?.(limits);
    const [folder = ''] = (group?.entryFiles ?? []).map(dirname).filter((each) => each.includes('memory'));
    writeFileSync(join(folder, 'memory.stat'), 'cache 700\nrss 100\nrss_huge 50\nshmem 20\ntotal_rss 900\n');
    expect(await group?.usedBytes?.()).toBe(120);
    writeFileSync(join(folder, 'memory.kmem.usage_in_bytes'), '3\n');
    expect(await group?.usedBytes?.()).toBe(123);
  });

  test('is not made where memory cannot be bounded', async () => {
    mountFirst(['cpu', 'pids']);
    expect(await findControlGroups(self)).toBeNull();
    mountSecond('cpu pids');
    expect(await findControlGroups(self)).toBeNull();
  });
});
