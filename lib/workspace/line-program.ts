import { spawn } from 'node:child_process';
import { createByteLines } from './byte-lines.ts';

/** A program that is spoken to by lines of its standard input and output. */
export interface LineProgram {
  pid: number;
  /** Resolves once the program took the line. @throws if it has ended */
  write(line: string): Promise<void>;
  /** Resolves when it and its output have ended, with how it ended: `exit 1`, `signal SIGTERM`. Never rejects. */
  end: Promise<string>;
  /** The last lines of its standard error. @param since a count of `errorLines` */
  lastLines(since?: number): string[];
  /** How many lines it has printed to its standard error. */
  errorLines(): number;
  /** Whether something that was hidden from it was replaced since, so that it should be started anew. */
  hasLostCover(): Promise<boolean>;
  /** Ends it and all that it started. */
  stop(): void;
}

export interface LineHandling {
  /** Takes what it prints, as it comes. `false`: a line is longer than is taken, which ends the program. */
  takeOutput(bytes: Buffer): boolean;
}

export interface LineProgramStart extends LineHandling {
  command: string;
  args: readonly string[];
  cwd: string;
  /** All of its environment. */
  environment: Record<string, string>;
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
  let killing: NodeJS.Timeout | undefined;
  const stop = () => {
    stdin.end();
    signalGroup('SIGTERM');
    killing ??= setTimeout(() => signalGroup('SIGKILL'), graceMs);
  };
  stdout.on('data', (bytes: Buffer) => {
    if (flood || start.takeOutput(bytes)) return;
    flood = true;
    stop();
  });
  const last: string[] = [];
  let errorLines = 0;
  const errors = createByteLines(keptLineBytes);
  stderr.on('data', (bytes: Buffer) => {
    const lines = errors.push(bytes);
    errorLines += lines.length;
    last.push(...lines);
    last.splice(0, last.length - keptLines);
  });
  // Writing to a program that has ended is reported by `write`.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  const end = new Promise<string>((resolve) => {
    child.once('exit', () => {
      clearTimeout(killing);
      // What it started, and left behind: it could hold the output open.
      signalGroup('SIGKILL');
      setTimeout(() => {
        for (const stream of [stdout, stderr]) stream.destroy();
      }, graceMs).unref();
    });
    child.once('close', (code, signal) => {
      const how = signal === null ? `exit ${code}` : `signal ${signal}`;
      resolve(flood ? 'a line longer than is taken' : how);
    });
  });
  return {
    pid,
    write: (line) =>
      new Promise((resolve, reject) => {
        stdin.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    end,
    lastLines: (since = 0) => {
      const printed = errorLines - since;
      return [...(printed > 0 ? last.slice(-printed) : []), ...errors.remaining()].slice(-keptLines);
    },
    errorLines: () => errorLines,
    hasLostCover: async () => false,
    stop,
  };
}
