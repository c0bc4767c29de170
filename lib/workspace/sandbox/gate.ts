import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { CommandEnvironment } from '../environments.ts';
import type { Pipes } from './pipes.ts';

/**
 * Holds a program back until its sandbox is complete. Bubblewrap ties its lifetime to the server's only while
 * it builds the sandbox, and resolves what it binds then: so the program waits inside until the sandbox is
 * complete, and starts when the server says so. If the server is gone, or has changed its mind, the program
 * never starts.
 */
export interface Gate {
  /**
   * Files the launcher opens: the program waits at `go`, and reports through `built` that the sandbox is
   * complete.
   */
  files: { go: string; built: string };
  /** Resolves when the sandbox is complete. Never rejects; stays pending if it was never built. */
  built: Promise<void>;
  open(): void;
  /** A program that still waits exits. */
  stop(): void;
  /** Stops it, and closes its files. Call it at the end in any case, once the launcher has ended: it opens them by number, which may be reused. */
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
  const stop = () => {
    opener.destroy();
    ready.destroy();
  };
  return {
    files: { go: `${own}/${go.reader}`, built: `${own}/${built.writer}` },
    built: promise,
    open() {
      if (!opener.destroyed) opener.write('\n');
    },
    stop,
    close() {
      if (isClosed) return;
      isClosed = true;
      stop();
      for (const fd of [go.reader, built.writer]) closeSync(fd);
    },
  };
}

/** Descriptors of the gate's files in the launcher. */
export const goDescriptor = 5;
export const builtDescriptor = 6;
export const variablesDescriptor = 7;

/**
 * The process that waits inside, and then becomes the program. Variables of the workspace come by a descriptor: as
 * arguments everybody on this machine could read them, and outside of the inner sandbox they could change what builds it
 * (`LD_PRELOAD`).
 */
export const gateArguments: readonly string[] = [
  '/bin/bash',
  '-c',
  `echo >&${builtDescriptor}; exec ${builtDescriptor}>&-; read -r -u ${goDescriptor} || exit 125; exec ${goDescriptor}<&-
if [[ -e /proc/self/fd/${variablesDescriptor} ]]; then
  while IFS= read -r -d '' -u ${variablesDescriptor} pair; do export "$pair"; done; exec ${variablesDescriptor}<&-
fi
exec "$@"`,
  'gate',
];

/** As the gate reads them. */
export const variablesText = (environment: CommandEnvironment | null): string =>
  Object.entries(environment?.variables ?? {})
    .map(([name, value]) => `${name}=${value}\0`)
    .join('');
