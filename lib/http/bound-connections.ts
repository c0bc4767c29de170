import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { countedAddress } from '../operations/network-of.ts';
import { plainAddress } from './client-address.ts';

/** Limits on what connections may use of the server. */
export interface ConnectionBounds {
  connections: number;
  connectionsPerAddress: number;
  /** Deadlines for the head of a request, for the whole request, and for one whose body is a file. */
  requestHeadersMs: number;
  requestMs: number;
  uploadMs: number;
  /** How long a connection waits for its next request. */
  keepAliveMs: number;
  /** How long a reader may leave the bytes of a response unread. */
  idleReaderMs: number;
}

/** A request that is incomplete after this time is answered with 408, and its connection is closed. */
export const timeoutsOf = ({ requestHeadersMs, uploadMs, keepAliveMs }: ConnectionBounds): ServerOptions => ({
  headersTimeout: requestHeadersMs,
  requestTimeout: uploadMs,
  keepAliveTimeout: keepAliveMs,
  connectionsCheckingInterval: Math.max(1, Math.floor(requestHeadersMs / 4)),
});

/**
 * Limits the number of connections, in total and per address, and closes those whose reader has stopped
 * reading.
 * @param isShared whether many people connect from this address, so that it has no limit of its own
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
 * Node reports a connection as idle when it has seen no traffic for `server.timeout`. If bytes of a response
 * are waiting, the reader has stopped; if none are, the server is still working.
 */
export function endIdleReader(response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

/** Closes a connection whose request has not arrived by its deadline, which is earlier than that of an upload. */
export function endSlowRequest(request: IncomingMessage, { requestMs }: ConnectionBounds): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length ?? '0') === '0') return;
  const end = () => {
    if (request.complete) return;
    request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    request.socket.destroySoon();
  };
  const deadline = setTimeout(end, requestMs);
  request.once('end', () => clearTimeout(deadline)).once('close', () => clearTimeout(deadline));
}
