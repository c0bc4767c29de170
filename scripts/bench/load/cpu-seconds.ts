import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU time that a process has used so far (Linux: utime and stime). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Its name, in parentheses, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
