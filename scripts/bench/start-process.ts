import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Belongings } from './belongings.ts';

export interface ProcessRequest {
  program: string;
  parameters: string[];
  /** Added to a minimal environment: no setting of this machine affects the measurement. */
  environment?: Record<string, string>;
  /** What it prints once it is ready. Specific to it, so that no other process can be mistaken for it. */
  ready: RegExp;
}

export interface StartedProcess {
  pid: number;
  /** The match of `ready`. */
  ready: RegExpExecArray;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends a message over the process's channel and waits for the answer. */
  ask(message: unknown): Promise<unknown>;
  /** Stops it, and waits until it has exited. */
  stop(): Promise<void>;
}

/** A start may include a build. */
const readyTimeoutMs = 300_000;
const stopTimeoutMs = 3_000;

/** @throws Error with all its output, if it exits or takes too long before it is ready */
export async function startProcess(
  belongings: Belongings,
  { program, parameters, environment = {}, ready }: ProcessRequest,
): Promise<StartedProcess> {
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...environment,
    },
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  belongings.add(() => stopChild(child));
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk;
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const match = await waitUntilReady(child, ready, () => printed);
  return {
    pid: child.pid ?? Number.NaN,
    ready: match,
    output: () => printed,
    ask: (message) => ask(child, message),
    stop: () => stopChild(child),
  };
}

async function waitUntilReady(
  child: ChildProcess,
  ready: RegExp,
  output: () => string,
): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  const fail = (why: string) => reject(new Error(`${child.spawnargs.join(' ')} ${why}:\n${output()}`));
  const hear = () => {
    const match = ready.exec(output());
    if (match) resolve(match);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  child.once('error', reject);
  child.once('exit', (code) => fail(`ended with ${code}`));
  const timer = setTimeout(() => fail('was not ready in time'), readyTimeoutMs);
  return await promise.finally(() => clearTimeout(timer));
}

async function ask(child: ChildProcess, message: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = () => reject(new Error(`${child.spawnargs.join(' ')} ended before it answered`));
  child.once('message', resolve).once('exit', fail);
  child.send(message as object);
  return await promise.finally(() => child.off('message', resolve).off('exit', fail));
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}
