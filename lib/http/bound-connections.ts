import type { Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { countedAddress } from './address.ts';
import { plainAddress } from './client-address.ts';

/** What connections may take of the server. */
export interface ConnectionBounds {
  connections: number;
  connectionsPerAddress: number;
  /** Until the head of a request has come, and until all of it has. */
  requestHeadersMs: number;
  requestMs: number;
  /** How long a connection waits for its next request. */
  keepAliveMs: number;
  /** Until a reader takes the next bytes of an answer. */
  idleReaderMs: number;
}

/** A request that has not come whole by then is answered with 408, and its connection ends. */
export const timeoutsOf = ({
  requestHeadersMs,
  requestMs,
  keepAliveMs,
}: ConnectionBounds): ServerOptions => ({
  headersTimeout: requestHeadersMs,
  requestTimeout: requestMs,
  keepAliveTimeout: keepAliveMs,
  connectionsCheckingInterval: Math.max(1, Math.floor(requestHeadersMs / 4)),
});

/**
 * Bounds how many connections there are, in all and of one address, and ends those whose reader does not read.
 * @param isShared whether many people come from this address, so that it is not counted by itself
 */
export function boundConnections(
  server: Server,
  bounds: ConnectionBounds,
  isShared: (address: string) => boolean,
): void {
  server.maxConnections = bounds.connections;
  server.timeout = bounds.idleReaderMs;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (isShared(address)) return;
    const counted = countedAddress(address);
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    socket.once('close', () => {
      const remaining = (counts.get(counted) ?? 1) - 1;
      if (remaining === 0) counts.delete(counted);
      else counts.set(counted, remaining);
    });
    if (count > bounds.connectionsPerAddress) socket.destroy();
  });
}

/**
 * Node calls a connection idle when nothing moved on it for `server.timeout`. Where bytes of an answer wait, their reader has
 * stopped; where none wait, it is the server that is still at work.
 */
export function endIdleReader(response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}
