import { readFile } from 'node:fs/promises';

/**
 * Bytes that processes hold in memory together, with the tables by which the kernel finds them: a process may have large ones of
 * pages that it does not have. A sum of what each has counts shared pages again and again, but is cheap: only
 * where it is over the bound is each page counted once (the kernel's proportional set size).
 */
export async function measureMemory(pids: readonly number[], maxBytes: number): Promise<number> {
  const resident = await sum(pids, readResident);
  return resident <= maxBytes ? resident : await sum(pids, readProportional);
}

const sum = async (pids: readonly number[], read: (pid: number) => Promise<number>) =>
  (await Promise.all(pids.map(read))).reduce((total, bytes) => total + bytes, 0);

async function readResident(pid: number): Promise<number> {
  const status = await readText(`/proc/${pid}/status`);
  return readKilobytes(status, /^VmRSS:\s+(\d+) kB$/m) + readKilobytes(status, /^VmPTE:\s+(\d+) kB$/m);
}

async function readProportional(pid: number): Promise<number> {
  const [shares, status] = await Promise.all([
    readText(`/proc/${pid}/smaps_rollup`),
    readText(`/proc/${pid}/status`),
  ]);
  const bytes = readKilobytes(shares, /^Pss:\s+(\d+) kB$/m);
  return bytes > 0 ? bytes + readKilobytes(status, /^VmPTE:\s+(\d+) kB$/m) : await readResident(pid);
}

/** It has ended, or may not be looked at: nothing. */
const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

const readKilobytes = (text: string, line: RegExp): number => Number(line.exec(text)?.[1] ?? 0) * 1024;
