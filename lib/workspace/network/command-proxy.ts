import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { parseHostName } from '#lib/core/vocabulary/network/host.ts';
import { type Refusal, refusals } from '#lib/core/vocabulary/network/refusals.ts';
import { DialError } from './dial.ts';
import type { Target, Upstream } from './upstream.ts';

/** Connections to the proxy of one command: those that wait for an upstream, and those that were refused. */
const maxClients = 256;

export interface CommandProxy {
  server: Server;
  /** Ends it, with all its connections. */
  close(): void;
}

/** The HTTP proxy that one command speaks to: `CONNECT`, and requests with whole URLs (`http:`). */
export function createCommandProxy(upstream: Upstream): CommandProxy {
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = (options, done) => {
    const { host, port } = options as { host: string; port: number };
    upstream.connect(targetOf(host, port)).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as unknown as Socket),
    );
    return undefined;
  };
  const server = createServer((asked, answer) => {
    try {
      forward(agent, asked, answer);
    } catch {
      // What Node refuses to send: a name or a value with characters that no header has.
      answer.destroy();
    }
  });
  server.on('connect', (asked, client, head) => void tunnel(upstream, asked, client, head));
  // A long upload or a slow program is no attack: it has its own limits.
  server.requestTimeout = 0;
  server.maxConnections = maxClients;
  // Thousands of requests at once on one connection would all be buffered in memory.
  server.maxRequestsPerSocket = 1;
  const clients = new Set<Socket>();
  server.on('connection', (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  return {
    server,
    close() {
      server.close();
      agent.destroy();
      for (const client of clients) client.destroy();
    },
  };
}

const targetOf = (written: string, port: number): Target => ({ written, name: parseHostName(written), port });

async function tunnel(
  upstream: Upstream,
  { url = '' }: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  client.on('error', () => {});
  const [, host = url, port = '0'] = /^(.*):(\d{1,5})$/s.exec(url) ?? [];
  try {
    const socket = await upstream.connect(targetOf(host, Number(port)));
    if (client.destroyed) return void socket.destroy();
    socket.allowHalfOpen = true;
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.write(head);
    // Each way ends by itself: some programs close theirs and wait for the answer.
    pipeline(client, socket, () => {});
    pipeline(socket, client, () => {});
    client.once('close', () => socket.destroy());
    socket.once('close', () => client.destroy());
  } catch (error) {
    const { status, text } = refusalOf(error);
    // Somebody who sends more keeps no connection open by it.
    client.resume();
    client.end(
      `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
      () => client.destroy(),
    );
  }
}

function forward(agent: Agent, asked: IncomingMessage, answer: ServerResponse): void {
  const url = URL.parse(asked.url ?? '');
  const fail = (error: unknown) => {
    if (answer.headersSent) return void answer.destroy();
    const { code, text } = refusalOf(error);
    answer.writeHead(code, { 'content-type': 'text/plain' }).end(text);
  };
  // Also for whoever takes this for a web server.
  if (url?.protocol !== 'http:') {
    fail(new DialError('not_allowed'));
    return;
  }
  const sent = request({
    agent,
    host: url.hostname,
    port: url.port === '' ? 80 : Number(url.port),
    method: asked.method ?? 'GET',
    path: url.pathname + url.search,
    headers: ['host', url.host, ...framing(asked), ...endToEndHeaders(asked, ['host'])],
    setHost: false,
  });
  sent.once('error', fail);
  sent.once('response', (received) => {
    try {
      // Without its words for the status: they may have characters that cannot be sent on.
      answer.writeHead(received.statusCode ?? 502, endToEndHeaders(received));
    } catch (error) {
      received.destroy();
      return fail(error);
    }
    pipeline(received, answer, () => {});
  });
  sent.once('upgrade', (_, socket) => {
    socket.destroy();
    fail(new DialError('unreachable'));
  });
  // Somebody who has gone waits for nothing.
  answer.once('close', () => sent.destroy());
  pipeline(asked, sent, () => {});
}

/** A body without a length keeps its own framing, whatever the method: otherwise it would be read as another request. */
const framing = ({ headers }: IncomingMessage): string[] =>
  headers['transfer-encoding'] === undefined ? [] : ['transfer-encoding', 'chunked'];

/** Headers of one connection, not of the message (RFC 9110, 7.6.1), and those that we set. */
const connectionHeaders = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate', 'te'],
  ...['transfer-encoding', 'trailer', 'upgrade', 'expect'],
];

/** Names and values in turn, as they came. */
function endToEndHeaders({ rawHeaders, headers }: IncomingMessage, others: readonly string[] = []): string[] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([
    ...connectionHeaders,
    ...named.filter((name) => name !== 'content-length'),
    ...others,
  ]);
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !dropped.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ''] : [],
  );
}

function refusalOf(error: unknown): { status: string; code: number; text: string } {
  const refusal: Refusal = error instanceof DialError ? error.refusal : 'unreachable';
  const isFault = refusal === 'unreachable' || refusal === 'unknown_host';
  const text = `This host was refused: ${refusals[refusal]}.\n`;
  return isFault
    ? { status: '502 Bad Gateway', code: 502, text: `This host was ${refusals[refusal]}.\n` }
    : { status: '403 Forbidden', code: 403, text };
}
