import { createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * Held by one at a time on this machine, whichever server asks: an abstract socket of the kernel, which belongs to who binds it until
 * it is closed or its process ends. So no file stays behind, and no sandbox, whose network is its own, can take it.
 * @param name of at most 80 characters
 * @returns how to release it
 * @throws the signal's reason when stopped while waiting
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

/** `null`: somebody holds it. */
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

/** Until its connection to the holder ends. Never rejects. */
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
