import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CommandLimits } from './command-limits.ts';
import { isAlive } from './is-alive.ts';

/** A kernel limit for all processes of a command together: their memory, their number and, where available, their CPU weight. */
export interface ControlGroup {
  /** A process that writes `0` into each file joins the group, with everything it starts. */
  entryFiles: readonly string[];
  /** Bytes that its processes use, where the limit does not include the buffers of their sockets; `null`: it does. */
  usedBytes: (() => Promise<number>) | null;
  /** Whether the kernel killed a process in it for lack of memory. */
  hasRunOutOfMemory(): Promise<boolean>;
  /** Kills everything in it, if the kernel supports that. */
  kill(): Promise<void>;
  /** Call it once nothing runs in the group. */
  remove(): Promise<void>;
}

export type ControlGroups = (limits: CommandLimits) => Promise<ControlGroup>;

const prefix = 'vitrine-';
/** An eighth of the default, so that requests come first while the CPUs are busy. */
const cpuWeight = { shares: 128, weight: 12 };

/**
 * `null`: this process may not create groups, which is usual.
 * @param self where the kernel shows this process
 */
export async function findControlGroups(self = '/proc/self'): Promise<ControlGroups | null> {
  if (process.platform !== 'linux') return null;
  const [groups, mounts] = await Promise.all([
    readFile(join(self, 'cgroup'), 'utf8').catch(() => ''),
    readFile(join(self, 'mounts'), 'utf8').catch(() => ''),
  ]);
  const memory = findFolder(groups, mounts, 'memory');
  const pids = findFolder(groups, mounts, 'pids');
  if (memory !== null && pids !== null) {
    const cpu = findFolder(groups, mounts, 'cpu');
    return (limits) => makeFirst({ memory, pids, cpu }, limits);
  }
  const unified = findFolder(groups, mounts, null);
  if (unified === null) return null;
  // Except for the root, a group with processes cannot delegate controllers, so new groups are made beside
  // this process's group, if at all.
  await enableControllers(dirname(unified));
  for (const parent of [unified, dirname(unified)]) {
    const passedOn = await readFile(join(parent, 'cgroup.subtree_control'), 'utf8').catch(() => '');
    const controllers = passedOn.trim().split(' ');
    if (!controllers.includes('memory') || !controllers.includes('pids')) continue;
    return (limits) => makeSecond(parent, limits);
  }
  return null;
}

/** In a subtree that was delegated to this user, nobody else enables controllers. */
async function enableControllers(parent: string): Promise<void> {
  const owner = await stat(parent).then(
    ({ uid }) => uid,
    () => 0,
  );
  if (owner === 0 || owner !== process.getuid?.()) return;
  for (const controller of ['memory', 'pids', 'cpu']) {
    // Refused where processes are in it, or where it has no such controller.
    await writeFile(join(parent, 'cgroup.subtree_control'), `+${controller}`).catch(() => {});
  }
}

/** The folder of this process's group; `controller` `null` means the unified hierarchy. */
function findFolder(groups: string, mounts: string, controller: string | null): string | null {
  const isOfGroup = ([, names]: string[]) =>
    controller === null ? names === '' : names?.split(',').includes(controller);
  const group = groups
    .split('\n')
    .map((line) => line.split(':'))
    .find(isOfGroup)
    ?.slice(2)
    .join(':');
  const mount = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , type, options]) =>
      controller === null
        ? type === 'cgroup2'
        : type === 'cgroup' && options?.split(',').includes(controller),
    )?.[1];
  return group === undefined || mount === undefined ? null : join(mount, group);
}

async function makeFirst(
  { memory, pids, cpu }: { memory: string; pids: string; cpu: string | null },
  limits: CommandLimits,
): Promise<ControlGroup> {
  const name = newName();
  const folders = [join(memory, name), join(pids, name)] as const;
  const cpuFolders = cpu === null ? [] : await makeCpuGroup(join(cpu, name));
  const bytes = String(limits.commandMemoryBytes);
  const remove = () => removeFolders([...folders, ...cpuFolders]);
  try {
    for (const folder of folders) await mkdir(folder);
    await writeFile(join(folders[0], 'memory.limit_in_bytes'), bytes);
    // The file does not exist where swap is not accounted.
    await writeFile(join(folders[0], 'memory.memsw.limit_in_bytes'), bytes).catch(() => {});
    await writeFile(join(folders[1], 'pids.max'), String(limits.commandProcesses));
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    entryFiles: [...folders, ...cpuFolders].map((folder) => join(folder, 'cgroup.procs')),
    usedBytes: () => readUsedBytes(folders[0]),
    hasRunOutOfMemory: () => countsKills(join(folders[0], 'memory.oom_control')),
    kill: async () => {},
    remove,
  };
}

/** Optional. @returns its folder, if it could be made */
async function makeCpuGroup(folder: string): Promise<string[]> {
  try {
    await mkdir(folder);
    await writeFile(join(folder, 'cpu.shares'), String(cpuWeight.shares));
    return [folder];
  } catch {
    await removeFolders([folder]);
    return [];
  }
}

/** Without the cache of files, which the kernel gives back by itself. */
async function readUsedBytes(folder: string): Promise<number> {
  const [statistics, kernel] = await Promise.all(
    ['memory.stat', 'memory.kmem.usage_in_bytes'].map((name) =>
      // Not every kernel counts its own.
      readFile(join(folder, name), 'utf8').catch(() => ''),
    ),
  );
  const line = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(statistics ?? '')?.[1] ?? 0);
  return line('rss') + line('shmem') + Number(kernel);
}

async function makeSecond(parent: string, limits: CommandLimits): Promise<ControlGroup> {
  const folder = join(parent, newName());
  const remove = () => removeFolders([folder]);
  const set = (file: string, value: number) => writeFile(join(folder, file), String(value));
  try {
    await mkdir(folder);
    await set('memory.max', limits.commandMemoryBytes);
    await set('memory.swap.max', 0).catch(() => {});
    await set('pids.max', limits.commandProcesses);
    // The file does not exist where the CPU controller is not enabled.
    await set('cpu.weight', cpuWeight.weight).catch(() => {});
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    entryFiles: [join(folder, 'cgroup.procs')],
    usedBytes: null,
    hasRunOutOfMemory: () => countsKills(join(folder, 'memory.events')),
    kill: () => set('cgroup.kill', 1).catch(() => {}),
    remove,
  };
}

const newName = () => `${prefix}${process.pid}-${randomUUID()}`;

async function countsKills(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0) > 0;
}

/** A group can be removed only after the kernel has reaped its last process, which takes seconds on a busy machine. */
async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (let tries = 0; tries < 400; tries++) {
      const isBusy = await rmdir(folder).then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'EBUSY',
      );
      if (!isBusy) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** Removes groups that a killed server left behind. */
export async function removeStrayGroups(group: ControlGroup): Promise<void> {
  for (const file of group.entryFiles) {
    const parent = dirname(dirname(file));
    const names = await readdir(parent).catch(() => []);
    for (const name of names.filter((name) => name.startsWith(prefix))) {
      const pid = Number(/^\d+/.exec(name.slice(prefix.length))?.[0] ?? 0);
      if (pid > 0 && basename(dirname(file)) !== name && !isAlive(pid)) {
        await rmdir(join(parent, name)).catch(() => {});
      }
    }
  }
}
