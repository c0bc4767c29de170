import { connect, createServer, type Socket } from 'node:net';

/**
 * `pass`: a plain proxy. `blackhole`: every byte vanishes, and no connection ends. `refuse`: connections end at once.
 * `cut`: requests arrive, and the connection ends instead of the reply.
 */
export type FaultMode = 'pass' | 'blackhole' | 'refuse' | 'cut';

export interface FaultProxy {
  url: string;
  /** Setting it to `refuse` also ends open connections. */
  setMode(mode: FaultMode): void;
  close(): Promise<void>;
}

/** A proxy in front of Redis that simulates network failures. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let mode: FaultMode = 'pass';
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const link = (from: Socket, to: Socket, isReply: boolean) => {
      sockets.add(from);
      from.on('error', () => {}); // The close of the connection follows.
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes) => {
        if (mode === 'cut' && isReply) from.destroy();
        else if (mode !== 'blackhole') to.write(bytes);
      });
    };
    link(client, target, false);
    link(target, client, true);
    if (mode === 'refuse') client.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    setMode(next) {
      mode = next;
      if (next === 'refuse') endAll();
    },
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
