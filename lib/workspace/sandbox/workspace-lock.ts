import { createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * A lock for this machine, across servers: an abstract socket of the kernel, which belongs to the process
 * that bound it until it is closed or the process ends. So no file is left behind, and no sandbox, which has
 * a separate network, can take it.
 * @param name at most 80 characters
 * @returns a function that releases the lock
 * @throws the signal's reason when aborted while waiting
 */
export async function acquireLock(name: string, signal: AbortSignal): Promise<() => void> {
  const path = `\0vitrine-${process.getuid?.()}-${name}`;
  for (;;) {
    signal.throwIfAborted();
    const release = await tryToBind(path);
    if (release !== null) return release;
    await waitForRelease(path, signal);
  }
}

/** `null`: somebody else has the lock. */
function tryToBind(path: string): Promise<(() => void) | null> {
  const waiting = new Set<Socket>();
  const server: Server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => {}).on('close', () => waiting.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen({ path }, () =>
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      }),
    );
  });
}

/** Waits until its connection to the holder ends. Never rejects. */
function waitForRelease(path: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const socket = createConnection({ path });
    const stop = () => socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    socket.on('error', () => {}).resume();
    socket.on('close', () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}
