import { connect, createServer, type Socket } from 'node:net';

/**
 * `pass`: a plain proxy. `blackhole`: every byte vanishes, and no connection ends. `half-open`: requests arrive, and their
 * replies vanish. `refuse`: connections end at once. `cut`: requests arrive, and the connection ends instead of the reply.
 * `tear`: it ends in the middle of the reply. `delay`: everything arrives half a second later. `drip`: everything arrives, in
 * small pieces.
 */
export type FaultMode = 'pass' | 'blackhole' | 'half-open' | 'refuse' | 'cut' | 'tear' | 'delay' | 'drip';

export interface FaultProxy {
  port: number;
  url: string;
  /** Setting it to `refuse` also ends open connections. */
  setMode(mode: FaultMode): void;
  close(): Promise<void>;
}

const delayMs = 500;
const drip = { bytes: 512, everyMs: 5 };

/** A proxy in front of Redis that simulates network failures. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let mode: FaultMode = 'pass';
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const link = (from: Socket, to: Socket, isReply: boolean) => {
    const deliver = orderedDelivery(to);
    sockets.add(from);
    from.on('error', () => {}); // The close of the connection follows.
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes) => {
      const isLost = mode === 'blackhole' || (isReply && mode === 'half-open');
      if (isReply && mode === 'cut') from.destroy();
      else if (isReply && mode === 'tear')
        to.write(bytes.subarray(0, bytes.length / 2), () => from.destroy());
      else if (!isLost) deliver(bytes, mode);
    });
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    link(client, target, false);
    link(target, client, true);
    if (mode === 'refuse') client.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
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

/** Bytes that are late never arrive after later ones. */
function orderedDelivery(to: Socket): (bytes: Buffer, mode: FaultMode) => void {
  const waiting: { bytes: Buffer; dueMs: number }[] = [];
  let lastDueMs = 0;
  const flush = () => {
    for (;;) {
      const [first] = waiting;
      if (first === undefined) return;
      const remainingMs = first.dueMs - performance.now();
      if (remainingMs > 0) {
        setTimeout(flush, remainingMs);
        return;
      }
      waiting.shift();
      to.write(first.bytes);
    }
  };
  return (bytes, mode) => {
    if (waiting.length === 0 && mode !== 'delay' && mode !== 'drip') {
      to.write(bytes);
      return;
    }
    const isIdle = waiting.length === 0;
    const size = mode === 'drip' ? drip.bytes : bytes.length;
    for (let at = 0; at < bytes.length; at += size) {
      const earliestMs = performance.now() + (mode === 'delay' ? delayMs : 0);
      lastDueMs = Math.max(earliestMs, lastDueMs + (mode === 'drip' ? drip.everyMs : 0));
      waiting.push({ bytes: bytes.subarray(at, at + size), dueMs: lastDueMs });
    }
    if (isIdle) flush();
  };
}
