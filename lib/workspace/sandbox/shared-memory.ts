import { readFile } from 'node:fs/promises';

/**
 * Bytes of shared memory on this machine, including folders in memory. (Pages of a shared mapping stay when
 * no process maps them any more; the kernel counts them here and nowhere else.)
 */
export async function readSharedMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  return Number(/^Shmem:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

/**
 * Whether one of these processes has a shared mapping without a file (the kernel shows it as `/dev/zero`).
 */
export async function hasSharedMapping(pids: readonly number[]): Promise<boolean> {
  for (const pid of pids) {
    const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
    if (/^\S+ ...s .*\/dev\/zero/m.test(maps)) return true;
  }
  return false;
}
