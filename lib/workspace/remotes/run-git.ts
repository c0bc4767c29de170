import { spawn } from 'node:child_process';
import { hardenedGitSettings } from '../clones/clone-arguments.ts';
import { WorkspaceError } from '../workspace-error.ts';

export interface GitRun {
  /** A repository of the server's own. */
  folder: string;
  words: readonly string[];
  /** File for its standard input; `null`: none. */
  input: number | null;
  /** File for its standard output; default: none. */
  output?: number;
  /** Settings by environment: everybody on this machine can read arguments. */
  settings?: readonly (readonly [name: string, value: string])[];
  protocol?: string;
  timeoutMs: number;
  memoryBytes: number;
  /** The largest file that it may write. */
  fileBytes: number;
  signal: AbortSignal;
}

export interface GitEnd {
  exitCode: number | null;
  stderr: string;
}

const stderrCharacters = 16 * 1024;
/** A pack can unfold into more than this machine has. */
const bounded = 'ulimit -c 0; ulimit -d "$1"; trap "" XFSZ; ulimit -f "$2"; shift 2; exec git "$@"';

const ownSettings: [string, string][] = [
  ...Object.entries(hardenedGitSettings),
  ['transfer.fsckObjects', 'true'],
];

/**
 * Runs git outside the sandbox, in a repository that no agent can write. It reads no settings of this machine, asks for
 * nothing, and speaks one protocol.
 * @throws WorkspaceError `unavailable` if it takes too long or cannot be started; the signal's reason
 */
export async function runGit(run: GitRun): Promise<GitEnd> {
  const { folder, words, input, output, settings = [], protocol = 'none', timeoutMs, signal } = run;
  signal.throwIfAborted();
  const all = [...ownSettings, ...settings];
  const environment = {
    ...{ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' },
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_ASKPASS: '/bin/false', GIT_ALLOW_PROTOCOL: protocol },
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
  // `ulimit` of `sh` counts memory in units of 1,024 bytes and file sizes in units of 512.
  const bounds = [Math.ceil(run.memoryBytes / 1024), Math.ceil(run.fileBytes / 512)].map(String);
  const child = spawn('/bin/sh', ['-c', bounded, 'sh', ...bounds, '--git-dir', folder, ...words], {
    cwd: '/',
    env: environment as unknown as NodeJS.ProcessEnv,
    // In a process group of its own, so that its helpers end with it.
    detached: true,
    stdio: [input ?? 'ignore', output ?? 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-stderrCharacters);
  });
  let isLate = false;
  const stop = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    signal.throwIfAborted();
    if (isLate) throw new WorkspaceError('unavailable', `Git took longer than ${timeoutMs / 1_000} seconds`);
    return { exitCode, stderr };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
