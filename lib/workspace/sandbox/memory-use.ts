import { readFile } from 'node:fs/promises';

/**
 * Bytes that processes hold in memory together. A sum of what each has counts shared pages again and again, but is cheap: only
 * where it is over the bound is each page counted once (the kernel's proportional set size).
 */
export async function measureMemory(pids: readonly number[], maxBytes: number): Promise<number> {
  const resident = await sum(pids, readResident);
  return resident <= maxBytes ? resident : await sum(pids, readProportional);
}

const sum = async (pids: readonly number[], read: (pid: number) => Promise<number>) =>
  (await Promise.all(pids.map(read))).reduce((total, bytes) => total + bytes, 0);

const readResident = (pid: number) => readKilobytes(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB$/m);

async function readProportional(pid: number): Promise<number> {
  const bytes = await readKilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB$/m);
  return bytes > 0 ? bytes : await readResident(pid);
}

async function readKilobytes(file: string, line: RegExp): Promise<number> {
  // It has ended, or may not be looked at.
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number(line.exec(text)?.[1] ?? 0) * 1024;
}
