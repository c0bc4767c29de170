import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkspaceError } from '../workspace-error.ts';
import { listProcesses } from './process-tree.ts';
import { sendSignal } from './send-signal.ts';

const maxRounds = 20;

/**
 * Pauses processes and all their descendants, so that nothing they do can come between a check and its
 * consequence. Processes that were stopped before stay stopped afterwards.
 * @param pids first processes of running commands
 * @returns a function that lets them continue
 * @throws WorkspaceError `unavailable` if new processes come faster than they are paused
 */
export async function freezeProcesses(pids: readonly number[]): Promise<() => void> {
  const { stopped, isComplete } = await stopProcesses(pids);
  const thaw = () => {
    const order = stopped.toReversed();
    for (const pid of order) sendSignal(pid, 'SIGCONT');
    void wakeTerminals(order);
  };
  if (isComplete) return thaw;
  thaw();
  throw new WorkspaceError(
    'unavailable',
    'Another command in this workspace starts programs without end: wait until it has ended',
  );
}

/** Kills them all. They are paused first, so that none can react to the death of another. */
export async function killProcesses(pid: number): Promise<void> {
  const { seen } = await stopProcesses([pid]);
  for (const each of seen) sendSignal(each, 'SIGKILL');
}

async function stopProcesses(pids: readonly number[]) {
  const seen = new Set<number>();
  /** Parents before their children. */
  const stopped: number[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const all = (await Promise.all(pids.map(listProcesses))).flat();
    const fresh = all.filter((pid) => !seen.has(pid));
    if (fresh.length === 0) return { seen, stopped, isComplete: true };
    for (const pid of fresh) {
      seen.add(pid);
      if ((await readProcess(pid))?.state === 'T') continue;
      sendSignal(pid, 'SIGSTOP');
      stopped.push(pid);
    }
  }
  return { seen, stopped, isComplete: false };
}

const wakeAfterMs = [10, 20, 40, 80, 160, 320, 640];

/**
 * The process around a terminal's program (`script`) stops itself when it learns that its child was stopped,
 * which is now.
 */
async function wakeTerminals(pids: readonly number[]): Promise<void> {
  for (const delayMs of wakeAfterMs) {
    await sleep(delayMs);
    const processes = await Promise.all(pids.map(readProcess));
    for (const [index, process] of processes.entries()) {
      if (process?.name === 'script' && process.state === 'T') sendSignal(pids[index] ?? 0, 'SIGCONT');
    }
  }
}

/** From `/proc/<pid>/stat`; `null`: it has ended. */
async function readProcess(pid: number): Promise<{ name: string; state: string } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const match = /^\d+ \((.*)\) (\S)/s.exec(text);
  return match ? { name: match[1] ?? '', state: match[2] ?? '' } : null;
}
