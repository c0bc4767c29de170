import { spawn } from 'node:child_process';
import { createByteLines } from './byte-lines.ts';

/** A program that is spoken to by lines of its standard input and output. */
export interface LineProgram {
  /** Resolves once the program took the line. @throws if it has ended */
  write(line: string): Promise<void>;
  /** Resolves when it and its output have ended, with how it ended: `exit 1`, `signal SIGTERM`. Never rejects. */
  end: Promise<string>;
  /** The last lines of its standard error. */
  lastLines(): string[];
  /** Ends it and all that it started. */
  stop(): void;
}

export interface LineProgramStart {
  command: string;
  args: readonly string[];
  cwd: string;
  /** All of its environment. */
  environment: Record<string, string>;
  /** A longer line ends the program. */
  maxLineBytes: number;
  onLine(line: string): void;
}

const keptLines = 20;
const keptLineBytes = 2_000;
const graceMs = 2_000;

/** @throws the system's error if it cannot be started */
export async function startLineProgram(start: LineProgramStart): Promise<LineProgram> {
  const child = spawn(/* turbopackIgnore: true */ start.command, start.args, {
    cwd: start.cwd,
    env: start.environment as NodeJS.ProcessEnv,
    stdio: 'pipe',
    // A group of its own: what it starts ends with it.
    detached: true,
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined) {
    return await new Promise((_, reject) => child.once('error', reject));
  }
  let flood = false;
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // It is gone.
    }
  };
  const stop = () => {
    stdin.end();
    signalGroup('SIGTERM');
    setTimeout(() => signalGroup('SIGKILL'), graceMs).unref();
  };
  const lines = createByteLines(start.maxLineBytes);
  stdout.on('data', (bytes: Buffer) => {
    if (flood) return;
    const complete = lines.push(bytes);
    for (const line of complete.lines) start.onLine(line);
    if (!complete.isTooLong) return;
    flood = true;
    stop();
  });
  const last: string[] = [];
  const errors = createByteLines(keptLineBytes, 'cut');
  stderr.on('data', (bytes: Buffer) => {
    last.push(...errors.push(bytes).lines);
    last.splice(0, last.length - keptLines);
  });
  // Writing to a program that has ended is reported by `write`.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  const end = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => {
      signalGroup('SIGKILL');
      const how = signal === null ? `exit ${code}` : `signal ${signal}`;
      resolve(flood ? 'a line longer than is taken' : how);
    });
  });
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        stdin.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    end,
    lastLines: () => [...last, ...errors.remaining()].slice(-keptLines),
    stop,
  };
}
