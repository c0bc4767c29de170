import { type ChildProcess, spawn } from 'node:child_process';
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
      // What it leaves behind in the background may hold its output open; nobody waits for that without us either.
      child.once('exit', (code, signal) =>
        setTimeout(() => resolve(programEndOf(code, signal)), lingerMs).unref(),
      );
    });
  } finally {
    release();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** How long after its end a program's last output may arrive. */
const lingerMs = 1_000;

/** As a shell says it. */
function notStarted(name: string, error: NodeJS.ErrnoException, { onOutput, isShown }: Printing): ProgramEnd {
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
  // Nobody reads any more: the program is told when it writes the next time, as without us.
  if (isShown) to.once('error', () => from.destroy());
}

/** From a terminal, keys reach the program by themselves. */
function passSignals(child: ChildProcess): () => void {
  const passed = (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).map((signal) => {
    const isKey = signal === 'SIGINT' || signal === 'SIGQUIT';
    const pass = () => {
      if (!(isKey && process.stdin.isTTY)) child.kill(signal);
    };
    process.on(signal, pass);
    return () => process.off(signal, pass);
  });
  return () => {
    for (const release of passed) release();
  };
}
