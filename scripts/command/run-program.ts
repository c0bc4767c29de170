import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';

/** How a program ended. */
export interface ProgramEnd {
  /** As shells count: 128 and the number of the signal that ended it. */
  exitCode: number;
  /** That ended it; `null`: it ended by itself. */
  signal: NodeJS.Signals | null;
}

interface Printing {
  onOutput(chunk: Uint8Array): void;
  /** What it prints also appears here, as it would without this program. */
  isShown: boolean;
}

/**
 * Runs a program where this one was called: it reads from the same input, and what it prints passes through. It ends
 * with the signals that this program gets.
 */
export async function runProgram(
  [name = '', ...args]: readonly string[],
  printing: Printing,
): Promise<ProgramEnd> {
  const child = spawn(name, args, { stdio: ['inherit', 'pipe', 'pipe'] });
  const release = passSignals(child);
  try {
    return await new Promise<ProgramEnd>((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        if (child.pid === undefined) resolve(notStarted(name, error, printing));
      });
      relay(child.stdout, process.stdout, printing);
      relay(child.stderr, process.stderr, printing);
      child.once('close', (code, signal) => resolve(programEndOf(code, signal)));
      child.once('exit', (code, signal) => onIdle(child, () => resolve(programEndOf(code, signal))));
    });
  } finally {
    release();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

const idleMs = 1_000;

/**
 * What a program leaves behind in the background may hold its output open, and nobody waits for that without us either:
 * calls back once nothing has come for a while, and nothing waits for whoever reads it here.
 */
function onIdle({ stdout, stderr }: ChildProcess, done: () => void): void {
  const streams = [stdout, stderr].filter((stream) => stream !== null);
  const timer = setTimeout(() => {
    if (streams.some((stream) => stream.isPaused())) timer.refresh();
    else done();
  }, idleMs);
  for (const stream of streams) stream.on('data', () => timer.refresh());
}

/** As a shell says it. */
export function notStarted(
  name: string,
  error: Pick<NodeJS.ErrnoException, 'code'>,
  { onOutput, isShown }: Printing,
): ProgramEnd {
  const isMissing = error.code === 'ENOENT';
  const words = Buffer.from(`${name}: ${isMissing ? 'command not found' : 'cannot be executed'}\n`);
  onOutput(words);
  if (isShown) process.stderr.write(words);
  return { exitCode: isMissing ? 127 : 126, signal: null };
}

export const programEndOf = (code: number | null, signal: NodeJS.Signals | null): ProgramEnd => ({
  exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
  signal,
});

/** Output waits for whoever reads it, and so does the program. */
function relay(from: Readable, to: Writable, { onOutput, isShown }: Printing): void {
  from.on('data', (chunk: Uint8Array) => {
    onOutput(chunk);
    if (!isShown || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  // Nobody reads any more: the program gets that error with its next write, as without us.
  if (isShown) to.once('error', () => from.destroy());
}

/** Where there is a terminal, its keys reach the program by themselves, whatever the input is. */
function passSignals(child: ChildProcess): () => void {
  const isInTerminal = hasTerminal();
  const keys: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
  const passed = [...keys, 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;
  const releases = passed.map((signal) => {
    const pass = () => {
      if (!(isInTerminal && keys.includes(signal))) child.kill(signal);
    };
    process.on(signal, pass);
    return () => process.off(signal, pass);
  });
  return () => {
    for (const release of releases) release();
  };
}

/** Whether this process belongs to a terminal. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    // There is none.
    return false;
  }
}
