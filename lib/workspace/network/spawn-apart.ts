import { type ChildProcess, spawn } from 'node:child_process';

/** Closes all descriptors of the server but the channel, such as terminals, whose library does not mark them. */
const script = `for fd in /proc/self/fd/*; do fd=\${fd##*/}; if ((fd > 3)); then exec {fd}>&-; fi; done; exec "$@"`;

/** Starts a program of ours with a channel (descriptor 3), and with nothing else of the server: no environment, no descriptor. */
export const spawnApart = (argv: readonly string[], input: 'pipe' | 'ignore'): ChildProcess =>
  spawn('/bin/bash', ['-c', script, 'apart', ...argv], {
    cwd: '/',
    env: {} as NodeJS.ProcessEnv,
    stdio: [input, 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
