import { execFile } from 'node:child_process';

/** Paths in a git configuration that decide what else git reads or runs, as they are written there. */
export interface GitConfigPaths {
  /** `include.path` and `includeIf.*.path`. */
  includes: string[];
  /** `core.hooksPath`; `null`: not set. */
  hooksPath: string | null;
  /** `core.worktree`; `null`: not set. */
  worktree: string | null;
}

const nothing: GitConfigPaths = { includes: [], hooksPath: null, worktree: null };

/** Section and key names cannot be escaped, so what does not name these has none of them. */
const hasPaths = /include|hookspath/i;

/**
 * Reads them with git itself, from the text alone: no file is opened, and nothing that the text names is obeyed.
 * @returns `null` where git is not installed or cannot read the text
 */
export async function readGitConfigPaths(text: string): Promise<GitConfigPaths | null> {
  if (!hasPaths.test(text)) return nothing;
  const listed = await listConfig(text);
  if (listed === null) return null;
  const found: GitConfigPaths = { ...nothing, includes: [] };
  for (const entry of listed.split('\0')) {
    const end = entry.indexOf('\n');
    if (end === -1) continue;
    // Section and key are printed in lower case; what stands between them may be anything.
    const [key, value] = [entry.slice(0, end), entry.slice(end + 1)];
    if (/^include(if\..*)?\.path$/s.test(key)) found.includes.push(value);
    else if (key === 'core.hookspath') found.hooksPath = value;
    else if (key === 'core.worktree') found.worktree = value;
  }
  return found;
}

function listConfig(text: string): Promise<string | null> {
  return new Promise((resolve) => {
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
    const git = execFile(
      'git',
      ['config', '--file=-', '--null', '--list', '--no-includes'],
      { cwd: '/', env: env as unknown as NodeJS.ProcessEnv, timeout: 10_000, killSignal: 'SIGKILL' },
      (error, stdout) => resolve(error === null ? stdout : null),
    );
    // Where git is not installed there is nobody to read it; `error` above tells.
    git.stdin?.on('error', () => {}).end(text);
  });
}
