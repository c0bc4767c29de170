import { lookup } from 'node:dns';
import type { Socket } from 'node:net';
import { coversHost, type Host } from '#lib/core/vocabulary/network/host.ts';
import type { MeasuredTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import { DialError, dial, type PrivateHosts } from './dial.ts';
import { limitLookups } from './limit-lookups.ts';
import { createNetworkTraffic } from './network-traffic.ts';

export interface NetworkRules {
  hosts: readonly Host[];
  privateHosts: PrivateHosts;
  /** Connections at the same time, connections in all, and bytes of all of them, both ways. */
  openConnections: number;
  connections: number;
  bytes: number;
}

/** What a command asked for: `name` is `null` if it was an address, or nothing that could be a name. */
export interface Target {
  written: string;
  name: string | null;
  port: number;
}

/** The connections of one command to the hosts that it may reach. */
export interface Upstream {
  /**
   * The socket never outlives the limits.
   * @throws DialError
   */
  connect(target: Target): Promise<Socket>;
  traffic(): MeasuredTraffic[];
  close(): void;
}

/** How often bytes are counted: between two counts a command may exceed its limit. */
const countMs = 200;
const idleMs = 5 * 60_000;
const maxWritten = 260;
/** Names that one command looks up at the same time. */
const maxLookups = 4;

export function createUpstream(rules: NetworkRules): Upstream {
  // The threads that look names up are shared by all commands.
  const resolve = limitLookups(lookup, maxLookups);
  let isClosed = false;
  const traffic = createNetworkTraffic();
  const open = new Map<Socket, () => void>();
  let connections = 0;
  let opening = 0;
  let bytes = 0;
  const count = () => {
    for (const countSocket of open.values()) countSocket();
    if (bytes > rules.bytes) for (const socket of open.keys()) socket.destroy();
  };
  const timer = setInterval(count, countMs);
  timer.unref();

  function watch(socket: Socket, { written, port }: Target): void {
    const row = traffic.connect(written, port);
    let [read, sent] = [0, 0];
    open.set(socket, () => {
      const [newRead, newSent] = [socket.bytesRead - read, socket.bytesWritten - sent];
      read += newRead;
      sent += newSent;
      row.receivedBytes += newRead;
      row.sentBytes += newSent;
      bytes += newRead + newSent;
    });
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.once('close', () => {
      open.get(socket)?.();
      open.delete(socket);
    });
  }

  function check({ name, port }: Target): string {
    if (name === null) throw new DialError('address');
    if (!rules.hosts.some((host) => coversHost(host, { name, port }))) throw new DialError('not_allowed');
    if (bytes > rules.bytes) throw new DialError('byte_limit');
    if (connections >= rules.connections || open.size + opening >= rules.openConnections)
      throw new DialError('connection_limit');
    return name;
  }

  return {
    async connect(wanted) {
      const target = { ...wanted, written: wanted.name ?? wanted.written.slice(0, maxWritten) };
      try {
        const host = check(target);
        connections += 1;
        opening += 1;
        const dialling = dial({ host, port: target.port, privateHosts: rules.privateHosts }, resolve);
        const socket = await dialling.finally(() => {
          opening -= 1;
        });
        if (isClosed) {
          socket.destroy();
          throw new DialError('unreachable');
        }
        watch(socket, target);
        return socket;
      } catch (error) {
        if (error instanceof DialError) traffic.refuse(target.written, target.port, error.refusal);
        throw error;
      }
    },
    traffic() {
      count();
      return traffic.rows();
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
