import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { rgPath } from '@vscode/ripgrep';
import { limits } from '../core/limits.ts';
import { WorkspaceError } from './workspace-error.ts';

export interface RipgrepRun {
  arguments: string[];
  /** The folder it searches, or bytes it reads instead. */
  cwd?: string;
  stdin?: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
  /** Shared deadline of several searches that belong together; default 10 s from now. */
  deadline?: AbortSignal;
  /** Separator of its output lines; default a line end. */
  separator?: '\n' | '\0';
  /**
   * Called with its error message about files and folders that it could not read; it continued without them.
   */
  onUnreadable?(complaint: string): void;
  /** Called with each line of output; returning `false` ends the search. */
  onLine(line: string): boolean;
}

/**
 * Runs ripgrep, whose default engine takes linear time for any pattern. It reads no configuration file and no
 * environment, and follows no links.
 * @returns whether anything matched
 * @throws WorkspaceError `bad_pattern`, `timed_out`; and errors of its input
 */
export async function runRipgrep(run: RipgrepRun): Promise<boolean> {
  const timeout = run.deadline ?? AbortSignal.timeout(limits.grepTimeoutMs);
  const child = spawn(rgPath, ['--no-config', '--no-follow', '--color=never', ...run.arguments], {
    cwd: run.cwd ?? '/',
    // No secret of the server may reach a child process.
    env: {} as NodeJS.ProcessEnv,
    stdio: 'pipe',
  });
  const stop = () => child.kill('SIGKILL');
  const signal = AbortSignal.any([timeout, run.signal]);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let inputError: unknown = null;
  try {
    const exit = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (run.stdin) {
      feed(child.stdin, run.stdin).catch((error: unknown) => {
        inputError = error;
        stop();
      });
    } else child.stdin.end();
    const [code, wasCut, complaint] = await Promise.all([
      exit,
      readLines(child.stdout, run, stop),
      readText(child.stderr),
    ]);
    if (run.signal.aborted) throw run.signal.reason;
    if (timeout.aborted) {
      throw new WorkspaceError(
        'timed_out',
        `The search took over ${limits.grepTimeoutMs / 1000} s and was stopped`,
      );
    }
    if (inputError !== null) throw inputError;
    if (wasCut) return true;
    if (code === 2 && !isOnlyUnreadable(complaint) && /regex|parse error|glob/i.test(complaint)) {
      throw new WorkspaceError('bad_pattern', complaint.replace(/^rg: /, '').trim());
    }
    if (code === 2 && complaint !== '' && !isOnlyUnreadable(complaint)) {
      throw new WorkspaceError('unavailable', `The search failed: ${complaint.trim()}`);
    }
    if (complaint !== '') run.onUnreadable?.(complaint.trim());
    return code === 0;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Unreadable files are skipped, as a person's own grep would do. */
const isOnlyUnreadable = (complaint: string) =>
  complaint
    .trim()
    .split('\n')
    .every((line) => /permission denied|no such file|is a directory/i.test(line));

async function feed(stdin: NodeJS.WritableStream, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  // A search that ends early closes its input: not an error.
  stdin.on('error', () => {});
  for await (const chunk of bytes) {
    if (!stdin.writable) return;
    if (!stdin.write(chunk)) await drained(stdin);
  }
  stdin.end();
}

const drained = (stdin: NodeJS.WritableStream): Promise<void> =>
  new Promise((resolve) => {
    const goOn = () => {
      stdin.off('drain', goOn).off('close', goOn);
      resolve();
    };
    stdin.on('drain', goOn).on('close', goOn);
  });

async function readLines(
  stream: AsyncIterable<Uint8Array>,
  { onLine, separator = '\n' }: RipgrepRun,
  stop: () => void,
): Promise<boolean> {
  const decoder = new StringDecoder('utf8');
  let remaining = '';
  for await (const chunk of stream) {
    const lines = (remaining + decoder.write(Buffer.from(chunk))).split(separator);
    remaining = lines.pop() ?? '';
    for (const line of lines) {
      if (onLine(line)) continue;
      stop();
      return true;
    }
  }
  if (remaining !== '') onLine(remaining);
  return false;
}

async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of stream)
    if (text.length < limits.toolErrorCharacters) text += Buffer.from(chunk).toString();
  return text;
}
