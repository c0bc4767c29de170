import { readFile } from 'node:fs/promises';

/**
 * Memory of processes together, in bytes, including their page tables: a process may have large ones for
 * pages that it does not use. The sum over processes counts shared pages repeatedly, but is cheap: only if it
 * exceeds the limit is each page counted once (the kernel's proportional set size).
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

/** Empty if the process has ended, or may not be inspected. */
const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

const readKilobytes = (text: string, line: RegExp): number => Number(line.exec(text)?.[1] ?? 0) * 1024;
