import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { CommandEnd, OutputChunk, RunningCommand } from '../commands.ts';
import type { CommandGuard } from './command-guard.ts';
import { guardCommand } from './command-guard.ts';
import type { CommandLimits } from './command-limits.ts';
import { exitCodeOf } from './exit-code.ts';
import { createOutputQueue } from './output-queue.ts';
import type { Pipes } from './pipes.ts';
import type { PreparedProgram, StartedProgram } from './prepared-program.ts';

export interface CommandStart {
  program: PreparedProgram;
  pipes: Pipes;
  root: string;
  /** The other folder in which it writes; `null`: none. */
  cacheFolder: string | null;
  timeoutMs: number;
  limits: CommandLimits;
  signal: AbortSignal;
}

/** @throws the system's error when the command cannot be started */
export async function startCommand(start: CommandStart): Promise<StartedProgram<RunningCommand>> {
  const { program, root, timeoutMs, limits, signal } = start;
  const startedMs = performance.now();
  const { child, pid, readers } = await spawnPiped(program, start.pipes);
  const exit = new Promise<number>((resolve) => {
    child.once('exit', (code, name) => resolve(exitCodeOf(code, name)));
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
  const timeout = setTimeout(() => guard.stop('timeout'), timeoutMs);
  const output = readPipes(readers, limits, guard);
  const end = (async (): Promise<CommandEnd> => {
    const exitCode = await exit;
    const durationMs = performance.now() - startedMs;
    clearTimeout(timeout);
    const [stoppedBy] = await Promise.all([guard.finish(exitCode), output.finish()]);
    return { exitCode, durationMs, stoppedBy, traffic: null };
  })();
  return { pid, running: { output: output.chunks, end } };
}

async function spawnPiped(program: PreparedProgram, pipes: Pipes) {
  const stdout = await pipes.take();
  const stderr = await pipes.take();
  const input = program.inputFile === null ? null : openSync(program.inputFile, 'r');
  try {
    const child = spawn(program.file, program.arguments, {
      cwd: program.cwd,
      env: program.environment as NodeJS.ProcessEnv,
      detached: true,
      stdio: [input ?? 'ignore', stdout.writer, stderr.writer],
    });
    const pid = child.pid ?? (await rejectWithError(child));
    const toSocket = (fd: number) => new Socket({ fd, readable: true, writable: false });
    const readers = { stdout: toSocket(stdout.reader), stderr: toSocket(stderr.reader) };
    return { child, pid, readers };
  } catch (error) {
    for (const { reader } of [stdout, stderr]) closeSync(reader);
    throw error;
  } finally {
    for (const { writer } of [stdout, stderr]) closeSync(writer);
    if (input !== null) closeSync(input);
  }
}

const rejectWithError = (child: ChildProcess): Promise<never> =>
  new Promise((_, reject) => child.once('error', reject));

/** Merges both streams in the order they are read; reading pauses while too much is buffered. */
function readPipes(
  readers: Record<OutputChunk['stream'], Socket>,
  limits: CommandLimits,
  guard: CommandGuard,
) {
  const sockets = Object.values(readers);
  let hasExited = false;
  const resume = () => sockets.forEach((socket) => void socket.resume());
  const queue = createOutputQueue<OutputChunk>(limits.commandBufferBytes, resume);
  const closed = sockets.map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  for (const [stream, socket] of Object.entries(readers) as [OutputChunk['stream'], Socket][]) {
    // A broken pipe has ended; `close` follows.
    socket.on('error', () => {});
    socket.on('data', (bytes: Uint8Array) => {
      guard.countOutput(bytes.byteLength);
      queue.push({ stream, bytes }, bytes.byteLength);
      if (queue.isFull() && !hasExited) for (const each of sockets) each.pause();
    });
  }
  return {
    chunks: queue.output,
    /** After the program's end: little is left in the pipes, and it is read at once. */
    async finish() {
      hasExited = true;
      resume();
      const late = setTimeout(() => sockets.forEach((socket) => void socket.destroy()), limits.outputGraceMs);
      await Promise.all(closed);
      clearTimeout(late);
      queue.end();
    },
  };
}
