import { connect, createServer, type Socket } from 'node:net';

/**
 * `pass`: a plain proxy. `blackhole`: nothing arrives, and no connection ends; as TCP does, everything arrives once that is over.
 * `half-open`: the same of replies, while requests arrive. `refuse`: connections end at once. `cut`: requests arrive, and the
 * connection ends instead of the reply. `cut-often` and `tear-often`: of each connection, one reply in ten is cut, or ends in the
 * middle. `delay`: everything arrives half a second later. `drip`: everything arrives, in small pieces.
 */
export type FaultMode =
  | 'pass'
  | 'blackhole'
  | 'half-open'
  | 'refuse'
  | 'cut'
  | 'cut-often'
  | 'tear-often'
  | 'delay'
  | 'drip';

export interface FaultProxy {
  port: number;
  url: string;
  /** Setting it to `refuse` also ends open connections. */
  setMode(mode: FaultMode): void;
  /** How often something was withheld, cut or made late since the mode was set. */
  faultCount(): number;
  close(): Promise<void>;
}

const delayMs = 500;
const drip = { bytes: 512, everyMs: 5 };
/** Past what a new connection starts with. */
const repliesPerCut = 10;

/** A proxy in front of Redis that simulates network failures. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const releases = new Set<() => void>();
  let mode: FaultMode = 'pass';
  let faultCount = 0;
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const link = (from: Socket, to: Socket, isReply: boolean) => {
    const { deliver, release } = orderedDelivery(to);
    let replyCount = 0;
    sockets.add(from);
    releases.add(release);
    from.on('error', () => {}); // The close of the connection follows.
    from.on('close', () => {
      sockets.delete(from);
      releases.delete(release);
      to.destroy();
    });
    from.on('data', (bytes) => {
      if (isReply) replyCount += 1;
      const isWithheld = mode === 'blackhole' || (isReply && mode === 'half-open');
      const isOneInTen = isReply && replyCount % repliesPerCut === 0;
      const isCut = (isReply && mode === 'cut') || (isOneInTen && mode === 'cut-often');
      const isTorn = isOneInTen && mode === 'tear-often';
      if (isWithheld || isCut || isTorn || mode === 'delay' || mode === 'drip') faultCount += 1;
      if (isCut) from.destroy();
      else if (isTorn) to.write(bytes.subarray(0, bytes.length / 2), () => from.destroy());
      else deliver(bytes, isWithheld ? 'withheld' : mode);
    });
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    link(client, target, false);
    link(target, client, true);
    if (mode !== 'refuse') return;
    faultCount += 1;
    client.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    url: `redis://127.0.0.1:${address.port}`,
    setMode(next) {
      mode = next;
      faultCount = next === 'refuse' ? sockets.size : 0;
      for (const release of releases) release();
      if (next === 'refuse') endAll();
    },
    faultCount: () => faultCount,
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Bytes that are late, or withheld until `release`, never arrive after later ones. */
function orderedDelivery(to: Socket): {
  deliver(bytes: Buffer, mode: FaultMode | 'withheld'): void;
  release(): void;
} {
  const waiting: { bytes: Buffer; dueMs: number }[] = [];
  let lastDueMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    for (;;) {
      const [first] = waiting;
      if (first === undefined || first.dueMs === Number.POSITIVE_INFINITY) return;
      const remainingMs = first.dueMs - performance.now();
      if (remainingMs > 0) {
        timer = setTimeout(flush, remainingMs);
        return;
      }
      waiting.shift();
      to.write(first.bytes);
    }
  };
  const dueAfter = (mode: FaultMode | 'withheld'): number => {
    if (mode === 'withheld') return Number.POSITIVE_INFINITY;
    const earliestMs = performance.now() + (mode === 'delay' ? delayMs : 0);
    lastDueMs = Math.max(earliestMs, lastDueMs + (mode === 'drip' ? drip.everyMs : 0));
    return lastDueMs;
  };
  return {
    deliver(bytes, mode) {
      const size = mode === 'drip' ? drip.bytes : bytes.length;
      for (let at = 0; at < bytes.length; at += size)
        waiting.push({ bytes: bytes.subarray(at, at + size), dueMs: dueAfter(mode) });
      flush();
    },
    release() {
      const now = performance.now();
      for (const each of waiting) if (each.dueMs === Number.POSITIVE_INFINITY) each.dueMs = now;
      flush();
    },
  };
}
