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
  /** The first process, which leads a process group; when it ends, everything in its sandbox ends. */
  pid: number;
  root: string;
  /** Another folder in which it writes. */
  cacheFolder?: string | null;
  limits: CommandLimits;
  group: ControlGroup | null;
  gate: Gate | null;
  signal: AbortSignal;
  /** `false`: outside a sandbox, processes that left the group must be searched for. */
  isConfined: boolean;
  /** After this, the growth of the workspace is counted anew; default: never. */
  growthWindowMs?: number;
}

/** Enforces the limits of a running command. */
export interface CommandGuard {
  /**
   * Stops the command, unless it is being stopped already: in a sandbox at once, outside one it is asked to
   * end first.
   */
  stop(cause: StopCause): void;
  /** Counts output against the limit, whether it is read or not. */
  countOutput(byteLength: number): void;
  /**
   * Call it when the first process has ended. @returns what stopped the command; `null`: it ended by itself
   */
  finish(exitCode: number): Promise<StopCause | null>;
}

export function guardCommand(command: GuardedCommand): CommandGuard {
  const { pid, root, cacheFolder = null, limits, group, gate, signal, isConfined, growthWindowMs } = command;
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
   * Once the sandbox is complete, all processes in it die with its first one; until then each must be killed.
   */
  async function endSandbox(): Promise<void> {
    gate?.stop();
    await killProcesses(pid);
    sendSignal(-pid, 'SIGKILL');
    await group?.kill();
  }

  async function endOnHost(name: NodeJS.Signals): Promise<void> {
    const strays = await listProcesses(pid);
    sendSignal(-pid, name);
    for (const stray of strays) sendSignal(stray, name);
  }

  /**
   * Runs a check repeatedly until the command has ended; a check that throws is not held against the command.
   */
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

  watch(limits.memoryWatchMs, watchMemory({ pid, limits, group, isConfined }));

  for (const folder of cacheFolder === null ? [root] : [root, cacheFolder]) watchGrowth(folder);

  function watchGrowth(root: string): void {
    void readFreeSpace(root).then(
      (free) => {
        let growth = { root, startedMs, free, limits };
        const look = async () => {
          if (growthWindowMs !== undefined && Date.now() - growth.startedMs > growthWindowMs) {
            growth = { ...growth, startedMs: Date.now(), free: await readFreeSpace(root) };
          }
          return (await hasOutgrown(growth, () => listProcesses(pid))) ? 'growth' : null;
        };
        if (!hasEnded) watch(limits.growthWatchMs, look);
      },
      () => {
        // The folder is gone, so there is nothing that could grow.
      },
    );
  }

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

/**
 * Maps an abort reason as `CommandRequest.signal` describes; an abort without a reason has the name
 * `AbortError`.
 */
function causeOf(reason: unknown): StopCause {
  if (reason === deniedReason) return 'policy';
  const isByServer = reason === 'interrupted' || (reason instanceof Error && reason.name !== 'AbortError');
  return isByServer ? 'server' : 'person';
}
