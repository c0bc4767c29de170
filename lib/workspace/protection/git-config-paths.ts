import { execFile } from 'node:child_process';
import { cannotFollow, gitDoesNotAnswer } from './cannot-follow.ts';

/**
 * Values in a git configuration that determine what else git reads or runs; paths as they are written there.
 */
export interface GitConfigPaths {
  /** `include.path` and `includeIf.*.path`. */
  includes: string[];
  /** `core.hooksPath`; `null`: not set. */
  hooksPath: string | null;
  /** `core.worktree`; `null`: not set. */
  worktree: string | null;
  /** `init.templateDir`: its hooks are copied into each new repository; `null`: not set. */
  templateDir: string | null;
  /** `core.bare`. */
  isBare: boolean;
}

const nothing: GitConfigPaths = {
  includes: [],
  hooksPath: null,
  worktree: null,
  templateDir: null,
  isBare: false,
};

/**
 * Section and key names cannot be escaped, so a text without these names has no such settings. `bare = false`
 * is in nearly all.
 */
const hasPaths = /include|hookspath|worktree|templatedir|\bbare\b(?!\s*=\s*false\s*$)/im;

/**
 * Parses the text with git itself: no file is opened, and nothing that the text names takes effect.
 * @returns `null` if git cannot read the text: it then refuses to work
 * @throws WorkspaceError if git is not installed or takes too long, and if a path is not UTF-8
 */
export async function readGitConfigPaths(text: string): Promise<GitConfigPaths | null> {
  if (!hasPaths.test(text)) return nothing;
  const listed = await listConfig(text);
  if (listed === null) return null;
  const found: GitConfigPaths = { ...nothing, includes: [] };
  for (const entry of listed.split('\0')) {
    // A key without a value has no line end: `bare` alone means true.
    const end = entry.includes('\n') ? entry.indexOf('\n') : entry.length;
    // Section and key are printed in lower case; the subsection between them may be anything.
    const [key, value] = [entry.slice(0, end), entry.slice(end + 1)];
    if (/^include(if\..*)?\.path$/s.test(key)) found.includes.push(value);
    else if (key === 'core.hookspath') found.hooksPath = value;
    else if (key === 'core.worktree') found.worktree = value;
    else if (key === 'init.templatedir') found.templateDir = value;
    else if (key === 'core.bare') found.isBare = !/^(false|no|off|0)$/i.test(value);
  }
  const paths = [...found.includes, found.hooksPath, found.worktree, found.templateDir];
  const odd = paths.find((path) => path?.includes('\u{fffd}'));
  if (odd) throw cannotFollow(odd, 'it is not UTF-8');
  return found;
}

const listedBytes = 16 * 1024 * 1024;

function listConfig(text: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
    const git = execFile(
      'git',
      ['config', '--file=-', '--null', '--list', '--no-includes'],
      {
        cwd: '/',
        env: env as unknown as NodeJS.ProcessEnv,
        timeout: 10_000,
        killSignal: 'SIGKILL',
        maxBuffer: listedBytes,
      },
      (error, stdout) => {
        if (error === null) resolve(stdout);
        else if (typeof error.code === 'number' && !error.killed) resolve(null);
        else reject(gitDoesNotAnswer());
      },
    );
    // If git does not run, nobody reads the input; the `error` event above reports that.
    git.stdin?.on('error', () => {}).end(text);
  });
}
