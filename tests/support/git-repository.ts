import { execFileSync } from 'node:child_process';
import { writeFiles } from './temp-folder.ts';

const settings = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];

/** Git as a person runs it, and nothing of their settings. */
export const git = (folder: string, ...words: string[]): string =>
  execFileSync('git', [...settings, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      GIT_CONFIG_NOSYSTEM: '1',
    } as unknown as NodeJS.ProcessEnv,
  }).trim();

/** A repository with these files in one commit, which it gives. */
export function makeRepository(folder: string, files: Record<string, string | Uint8Array>): string {
  git(folder, 'init', '-q');
  writeFiles(folder, files);
  git(folder, 'add', '-Af');
  git(folder, 'commit', '-qm', 'first');
  return git(folder, 'rev-parse', 'HEAD');
}
