import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Two descriptors, to be closed by whoever created the pipe. */
export interface Pipe {
  /** Non-blocking. */
  reader: number;
  writer: number;
}

export interface Pipes {
  take(): Promise<Pipe>;
}

const run = promisify(execFile);
const batch = 16;

/**
 * Pipes for the output of programs. Node gives a child sockets, and a socket cannot be reopened: `echo … >
 * /dev/stderr` would fail in every script. They are created as named pipes in a folder of ours, some at a
 * time; once open, their names are removed.
 */
export function createPipes(folder: string): Pipes {
  const stock: string[] = [];
  let making: Promise<void> | null = null;

  async function make(): Promise<void> {
    const paths = Array.from({ length: batch }, () => join(folder, `pipe-${randomUUID()}`));
    await run('/usr/bin/mkfifo', ['-m', '600', ...paths], { env: {} as NodeJS.ProcessEnv, cwd: '/' });
    stock.push(...paths);
  }

  return {
    async take() {
      for (;;) {
        const path = stock.pop();
        if (path !== undefined) return openPipe(path);
        making ??= make().finally(() => {
          making = null;
        });
        await making;
      }
    },
  };
}

/** No call blocks, since the reader is open before the writer. */
function openPipe(path: string): Pipe {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writer = openSync(path, constants.O_WRONLY);
    unlinkSync(path);
    return { reader, writer };
  } catch (error) {
    closeSync(reader);
    throw error;
  }
}
