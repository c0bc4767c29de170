import { deniedReason, type StopCause } from '../commands.ts';
import type { CommandLimits } from './command-limits.ts';
import type { ControlGroup } from './control-group.ts';
import type { Gate } from './gate.ts';
import { killProcesses } from './hold-processes.ts';
import { watchMemory } from './memory-watch.ts';
import { listProcesses } from './process-tree.ts';
import { sendSignal } from './send-signal.ts';
import { hasOutgrown, readFreeSpace } from './workspace-growth.ts';

export interface GuardedCommand {
  /** The first process, which leads its own group; with it, all in its sandbox end. */
  pid: number;
  root: string;
  limits: CommandLimits;
  group: ControlGroup | null;
  gate: Gate | null;
  signal: AbortSignal;
  /** Outside of a sandbox, what left the group has to be looked for. */
  isConfined: boolean;
}

/** Holds a running command to its bounds. */
export interface CommandGuard {
  /** Ends it, if nothing has before: in a sandbox at once, outside of one it is asked first. */
  stop(cause: StopCause): void;
  /** Its output counts as a whole, read or not. */
  countOutput(byteLength: number): void;
  /** When its first process has ended. @returns what ended it, if it was not itself */
  finish(exitCode: number): Promise<StopCause | null>;
}

export function guardCommand(command: GuardedCommand): CommandGuard {
  const { pid, root, limits, group, gate, signal, isConfined } = command;
  const startedMs = Date.now();
  const timers = new Set<NodeJS.Timeout>();
  let stoppedBy: StopCause | null = null;
  let hasEnded = false;
  let outputBytes = 0;

  function stop(cause: StopCause): void {
    if (stoppedBy !== null || hasEnded) return;
    stoppedBy = cause;
    if (isConfined) void endSandbox();
    else {
      void endOnHost('SIGTERM');
      timers.add(setTimeout(() => void endOnHost('SIGKILL'), limits.killGraceMs));
    }
  }

  /**
   * All that is in it dies with its first process, but only once it stands: until then each has to be killed.
   */
  async function endSandbox(): Promise<void> {
    gate?.close();
    await killProcesses(pid);
    sendSignal(-pid, 'SIGKILL');
    await group?.kill();
  }

  async function endOnHost(name: NodeJS.Signals): Promise<void> {
    const strays = await listProcesses(pid);
    sendSignal(-pid, name);
    for (const stray of strays) sendSignal(stray, name);
  }

  /** Looks again and again until the command has ended; a look that fails is not the command's fault. */
  function watch(intervalMs: number, look: () => Promise<StopCause | null>): void {
    const timer = setTimeout(async () => {
      timers.delete(timer);
      const cause = await look().catch(() => null);
      if (hasEnded) return;
      if (cause !== null) stop(cause);
      else watch(intervalMs, look);
    }, intervalMs);
    timers.add(timer);
  }

  const stopBySignal = () => stop(causeOf(signal.reason));
  signal.addEventListener('abort', stopBySignal, { once: true });
  if (signal.aborted) stopBySignal();

  const lookAtMemory = watchMemory({ limits, group, isConfined });
  watch(limits.memoryWatchMs, async () => {
    // The kernel ends one process of several: what is left of the command is not what was asked for.
    if (await group?.hasRunOutOfMemory()) return 'memory';
    const pids = await listProcesses(pid);
    if (pids.length > limits.commandProcesses + ownProcesses) return 'processes';
    return await lookAtMemory(pids);
  });

  void readFreeSpace(root).then(
    (free) => {
      const growth = { root, startedMs, free, limits };
      const look = async () => ((await hasOutgrown(growth, () => listProcesses(pid))) ? 'growth' : null);
      if (!hasEnded) watch(limits.growthWatchMs, look);
    },
    () => {
      // The folder is gone: there is nothing to grow.
    },
  );

  return {
    stop,
    countOutput(byteLength) {
      outputBytes += byteLength;
      if (outputBytes > limits.commandOutputBytes) stop('output');
    },
    async finish(exitCode) {
      hasEnded = true;
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', stopBySignal);
      if (!isConfined) sendSignal(-pid, 'SIGKILL');
      const isOutOfMemory = exitCode !== 0 && (await group?.hasRunOutOfMemory()) === true;
      return stoppedBy ?? (isOutOfMemory ? 'memory' : null);
    },
  };
}

/** As `CommandRequest.signal` says it; an abort without a reason has the name `AbortError`. */
function causeOf(reason: unknown): StopCause {
  if (reason === deniedReason) return 'policy';
  const isByServer = reason === 'interrupted' || (reason instanceof Error && reason.name !== 'AbortError');
  return isByServer ? 'server' : 'person';
}

/** Those that build the sandbox and stay around it. */
const ownProcesses = 4;
