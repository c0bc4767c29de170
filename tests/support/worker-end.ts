import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

/** What ends at the end of a worker: its processes, and then its folders, which may take long. */
const stops = { processes: new Set<() => void>(), folders: new Set<() => void>() };

process.once('exit', () => {
  // Processes that are killed as this one exits are in nobody's account.
  if (stops.processes.size > 0) report(`cpu ${descendantsCpuSeconds()}`);
  // Vitest kills a worker half a second after it asked it to end: no process may be left by then. A stop that fails
  // holds up no other.
  for (const stop of [...stops.processes, ...stops.folders]) {
    try {
      stop();
    } catch (error) {
      console.error(error);
    }
  }
});
// Vitest ends its workers by this signal, which by itself skips `exit`.
process.once('SIGTERM', () => process.exit());

/** Calls `stop` when the worker ends, whatever file it runs then. Gives the function that cancels it. */
export function atWorkerEnd(what: keyof typeof stops, stop: () => void): () => void {
  stops[what].add(stop);
  return () => stops[what].delete(stop);
}

/** For the runner, which prints how many of each were started. */
export const countStart = (kind: 'server' | 'browser'): void => report(kind);

function report(line: string): void {
  const file = process.env.VITRINE_TEST_USAGE;
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}

/** CPU time of the processes below this one, with that of those they waited for; ticks are hundredths on Linux. */
function descendantsCpuSeconds(): number {
  const children = new Map<number, { pid: number; ticks: number }[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = statOf(name);
    if (stat === null) continue;
    // The numbers of `man 5 proc_pid_stat`, from the third on.
    const fields = stat.replace(/^.*\) /s, '').split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const parent = Number(fields[1]);
    children.set(parent, [...(children.get(parent) ?? []), { pid: Number(name), ticks }]);
  }
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.ticks + below(child.pid), 0);
  return below(process.pid) / 100;
}

function statOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended since the folder was read.
    return null;
  }
}
