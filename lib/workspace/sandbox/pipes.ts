import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Two descriptors, to be closed by who took them. */
export interface Pipe {
  /** Does not wait for bytes. */
  reader: number;
  writer: number;
}

export interface Pipes {
  take(): Promise<Pipe>;
}

const run = promisify(execFile);
const batch = 16;

/**
 * Pipes for what programs print. Node gives a child sockets, and a socket cannot be opened again: `echo … > /dev/stderr` would
 * fail in every script. Made as files in a folder of ours, some at a time; once open, they have no name any more.
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

/** None of these waits: there is a reader when the writer opens. */
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
