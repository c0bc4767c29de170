import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Pipes } from './pipes.ts';

/**
 * Between a sandbox and the program in it. Bubblewrap binds its life to that of the server only while it builds the sandbox,
 * and what it binds is looked up then: so the program waits inside until the sandbox stands, and begins when the server says so. If the
 * server is gone, or has changed its mind, the program never begins.
 */
export interface Gate {
  /** What the launcher opens: the program waits at `go`, and says by `built` that the sandbox stands. */
  files: { go: string; built: string };
  /** The sandbox stands. Never rejects; stays open where it was never built. */
  built: Promise<void>;
  open(): void;
  /** Who still waits goes. To be called at the end in any case. */
  close(): void;
}

export async function createGate(pipes: Pipes): Promise<Gate> {
  const go = await pipes.take();
  const built = await pipes.take();
  const ready = new Socket({ fd: built.reader, readable: true, writable: false });
  const { promise, resolve } = Promise.withResolvers<void>();
  ready.on('error', () => {});
  ready.once('data', () => resolve());
  const opener = new Socket({ fd: go.writer, readable: false, writable: true });
  opener.on('error', () => {});
  const own = `/proc/${process.pid}/fd`;
  let isClosed = false;
  return {
    files: { go: `${own}/${go.reader}`, built: `${own}/${built.writer}` },
    built: promise,
    open() {
      if (!isClosed) opener.write('\n');
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      opener.destroy();
      ready.destroy();
      for (const fd of [go.reader, built.writer]) closeSync(fd);
    },
  };
}

/** Descriptors that the launcher opens the gate's files as. */
export const goDescriptor = 5;
export const builtDescriptor = 6;

/** What waits inside, and becomes the program. */
export const gateArguments: readonly string[] = [
  '/bin/bash',
  '-c',
  `echo >&${builtDescriptor}; exec ${builtDescriptor}>&-; read -r -u ${goDescriptor} || exit 125; exec ${goDescriptor}<&-; exec "$@"`,
  'gate',
];
