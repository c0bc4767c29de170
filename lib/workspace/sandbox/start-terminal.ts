import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { IPty } from '@lydell/node-pty';
import type { CommandEnd, RunningTerminal } from '../commands.ts';
import { guardCommand } from './command-guard.ts';
import type { CommandLimits } from './command-limits.ts';
import { exitCodeOf } from './exit-code.ts';
import { createOutputQueue } from './output-queue.ts';
import type { PreparedProgram, StartedProgram } from './prepared-program.ts';

export interface TerminalStart {
  program: PreparedProgram;
  root: string;
  /** The other folder in which it writes; `null`: none. */
  cacheFolder: string | null;
  timeoutMs: number;
  columns: number;
  rows: number;
  limits: CommandLimits;
  signal: AbortSignal;
}

/**
 * A member the library has but does not declare: its own `write` blocks the server while a program does not
 * read.
 */
interface OpenTerminal extends IPty {
  readonly fd: number;
  readonly _socket: Socket;
}

/** @throws the system's error when the terminal cannot be started */
export async function startTerminal(start: TerminalStart): Promise<StartedProgram<RunningTerminal>> {
  const { program, root, limits, signal } = start;
  const { spawn } = await import('@lydell/node-pty');
  const startedMs = performance.now();
  const clampColumns = (columns: number) => clamp(columns, limits.terminalColumns, 80);
  const clampRows = (rows: number) => clamp(rows, limits.terminalRows, 24);
  const terminal = spawn(program.file, program.arguments, {
    cols: clampColumns(start.columns),
    rows: clampRows(start.rows),
    cwd: program.cwd,
    env: program.environment,
    name: 'xterm-256color',
    encoding: null,
  }) as OpenTerminal;
  const { pid } = terminal;
  // The library reports the end by itself; any other error of its descriptor ends it too.
  terminal._socket.on('error', () => {});
  const exit = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => resolve(exitCodeOf(exitCode, signal)));
  });
  const { group, gate, isConfined } = program;
  const guard = guardCommand({
    pid,
    root,
    cacheFolder: start.cacheFolder,
    limits,
    group,
    gate,
    signal,
    isConfined,
  });
  const clock = createClock(start, guard.stop);
  const queue = createOutputQueue<Uint8Array>(limits.commandBufferBytes, () => terminal.resume());
  // Bytes, since no encoding was requested; the library declares a string.
  terminal._socket.on('data', (bytes: Uint8Array) => {
    clock.touch();
    guard.countOutput(bytes.byteLength);
    queue.push(bytes, bytes.byteLength);
    if (queue.isFull()) terminal.pause();
  });
  const input = createInput(terminal, limits);
  const end = (async (): Promise<CommandEnd> => {
    const exitCode = await exit;
    const durationMs = performance.now() - startedMs;
    clock.stop();
    input.stop();
    const stoppedBy = await guard.finish(exitCode);
    queue.end();
    return { exitCode, durationMs, stoppedBy, traffic: null };
  })();
  const running: RunningTerminal = {
    output: queue.output,
    end,
    write(data) {
      clock.touch();
      input.write(data);
    },
    resize(columns, rows) {
      if (!terminal._socket.destroyed) terminal.resize(clampColumns(columns), clampRows(rows));
    },
    setAttended: clock.setAttended,
  };
  return { pid, running };
}

/** A whole number from 1 to `max`; `otherwise` if it is not a number. */
const clamp = (value: number, max: number, otherwise: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 1), max) : otherwise;

/**
 * The timeout, which is paused while a person uses the terminal; the maximum total time; and the idle limit.
 */
function createClock({ timeoutMs, limits }: TerminalStart, stop: (cause: 'timeout' | 'idle') => void) {
  const idleMs = limits.terminalIdleSeconds * 1000;
  let leftMs = timeoutMs;
  let armedMs = 0;
  let timeout: NodeJS.Timeout | null = null;
  let isAttended = false;
  let touchedMs = performance.now();

  function arm(): void {
    armedMs = performance.now();
    timeout = setTimeout(() => stop('timeout'), leftMs);
  }
  function disarm(): void {
    if (timeout === null) return;
    clearTimeout(timeout);
    timeout = null;
    leftMs = Math.max(0, leftMs - (performance.now() - armedMs));
  }

  arm();
  const longest = setTimeout(() => stop('timeout'), limits.terminalMaxSeconds * 1000);
  const idle = setInterval(
    () => {
      if (performance.now() - touchedMs >= idleMs) stop('idle');
    },
    Math.min(1000, idleMs / 4),
  );
  return {
    touch() {
      touchedMs = performance.now();
    },
    setAttended(isNow: boolean) {
      if (isNow === isAttended || armedMs === 0) return;
      isAttended = isNow;
      if (isNow) disarm();
      else arm();
    },
    stop() {
      disarm();
      armedMs = 0;
      clearTimeout(longest);
      clearInterval(idle);
    },
  };
}

const sliceBytes = 1024;
const retryMs = 20;

/**
 * Writes as fast as the program reads, without ever blocking. Unread input is bounded, and the rest is
 * dropped.
 */
function createInput(terminal: OpenTerminal, limits: CommandLimits) {
  let waiting = Buffer.alloc(0);
  let retry: NodeJS.Timeout | null = null;

  function flush(): void {
    retry = null;
    while (waiting.byteLength > 0 && !terminal._socket.destroyed) {
      try {
        waiting = waiting.subarray(
          writeSync(terminal.fd, waiting, 0, Math.min(sliceBytes, waiting.byteLength)),
        );
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') retry = setTimeout(flush, retryMs);
        // On any other error the reader is gone.
        else waiting = Buffer.alloc(0);
        return;
      }
    }
  }

  return {
    write(data: string) {
      const room = limits.terminalInputBytes - waiting.byteLength;
      waiting = Buffer.concat([waiting, Buffer.from(data).subarray(0, Math.max(0, room))]);
      if (retry === null) flush();
    },
    stop() {
      if (retry !== null) clearTimeout(retry);
      waiting = Buffer.alloc(0);
    },
  };
}
