import { limits } from '../core/limits.ts';
import type { CommandEnd, StopCause } from '../workspace/commands.ts';

/**
 * How a command ended, in words for people and the model: `exit 1`, `exit 139, segmentation fault`,
 * `stopped after 60 s`.
 */
export function describeEnd({
  exitCode,
  stoppedBy,
  durationMs,
}: Pick<CommandEnd, 'exitCode' | 'stoppedBy' | 'durationMs'>): string {
  if (stoppedBy === 'timeout') return `stopped after ${Math.round(durationMs / 1000)} s`;
  if (stoppedBy !== null) return stopWords[stoppedBy];
  const isSignal = exitCode > 128 && exitCode <= 128 + lastSignal;
  const words = exitWords[exitCode] ?? (isSignal ? `signal ${exitCode - 128}` : null);
  return words === null ? `exit ${exitCode}` : `exit ${exitCode}, ${words}`;
}

/** Linux has 64 signals (signal(7)); with a higher code the program itself exited. */
const lastSignal = 64;

const gibibytes = (bytes: number) => `${bytes / 1024 ** 3} GiB`;

const stopWords: Record<Exclude<StopCause, 'timeout'>, string> = {
  person: 'stopped by a person',
  server: 'stopped with the server',
  policy: 'stopped: its tool was denied',
  idle: `stopped: nothing typed or printed for ${limits.terminalIdleSeconds / 60} min`,
  memory: `stopped: over ${gibibytes(limits.commandMemoryBytes)} of memory`,
  processes: `stopped: over ${limits.commandProcesses} processes`,
  files: `stopped: over ${limits.workspaceGrowthFiles.toLocaleString('en-US')} files in /tmp`,
  growth: `stopped: added over ${gibibytes(limits.workspaceGrowthBytes)} or ${limits.workspaceGrowthFiles.toLocaleString('en-US')} files to the workspace`,
  output: `stopped: over ${gibibytes(limits.commandOutputBytes)} of output`,
};

/** Exit codes as shells use them: 128 plus the number of the signal (signal(7)). */
const exitWords: Record<number, string> = {
  126: 'cannot be executed',
  127: 'command not found',
  129: 'hung up',
  130: 'interrupted',
  131: 'quit',
  132: 'illegal instruction',
  134: 'aborted',
  135: 'bus error',
  136: 'arithmetic error',
  137: 'killed',
  139: 'segmentation fault',
  141: 'broken pipe',
  143: 'terminated',
  152: 'over its CPU time',
  153: 'over the file size limit',
  159: 'forbidden system call',
};

/**
 * Parses the output of `describeEnd` at the start of a text.
 * @returns `null`: the text does not begin with it
 */
export function readEnd(text: string): string | null {
  const exit = /^exit \d+\b/.exec(text)?.[0];
  if (exit !== undefined) {
    const words = /^, signal \d+/.exec(text.slice(exit.length))?.[0] ?? exitWordsAt(text.slice(exit.length));
    return exit + words;
  }
  const known = Object.values(stopWords).find((words) => text.startsWith(words));
  return known ?? /^stopped after \d+ s\b/.exec(text)?.[0] ?? null;
}

const exitWordsAt = (text: string): string =>
  Object.values(exitWords)
    .map((words) => `, ${words}`)
    .find((words) => text.startsWith(words)) ?? '';
