import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions } from 'node:net';

/**
 * Below those that the kernel gives to outgoing connections, or one of these could take a port between two uses of ours. Above the last
 * one to which no browser and no `fetch` goes (10080).
 */
const [firstPort, lastPort] = [10_100, 32_000];

/**
 * A port of the loopback address that nothing listens on, and that no other process of these tests is given while this one lives. So a
 * server can be stopped and started again on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if ((await claim(port)) && (await canListen({ host: '127.0.0.1', port }))) return port;
  }
}

/** Holds a name in the kernel (an abstract socket) until this process ends. */
const claim = (port: number): Promise<boolean> => canListen({ path: `\0vitrine-test-port-${port}` }, true);

const canListen = (options: ListenOptions, isKept = false): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(false));
    server.listen(options, () => (isKept ? resolve(true) : server.close(() => resolve(true))));
  });
