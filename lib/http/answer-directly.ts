import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ReadableStream as WebStream } from 'node:stream/web';
import { limits } from '../core/limits.ts';
import { type ByteSink, directPipeOf } from '../streams/stream-queue.ts';
import type { DirectCall } from './direct-routes.ts';

/** Runs the route's handler without going through Next. Never rejects. */
export async function answerDirectly(
  { handle, params }: DirectCall,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    // Handlers only use the path of this URL and the `Host` header, which may be anything.
    const request = new Request(`http://localhost${message.url}`, {
      headers: headersOf(message.headers),
      signal: gone.signal,
      method: message.method ?? '',
      ...(message.method === 'GET' || message.method === 'HEAD' ? {} : bodyOf(message)),
    });
    const answer = await handle(request, { params: Promise.resolve(params) });
    const pipe = answer.body && directPipeOf(answer.body);
    // Such a stream ends with its connection: without chunks, each event is one write instead of four.
    if (pipe) response.setHeader('Connection', 'close').removeHeader('Transfer-Encoding');
    response.setHeaders(answer.headers).writeHead(answer.status);
    if (!message.complete) endUnread(message, response);
    if (pipe) {
      // The first event may be a while in coming.
      response.flushHeaders();
      pipe(sinkOf(response));
    } else await send(answer.body, response);
  } catch {
    // The body was cut off: no status can be sent any more.
    response.destroy();
  }
}

/**
 * Closes the connection of a request that was answered before its end. The client gets time to read the
 * response: a connection that closes while it sends would lose it.
 */
function endUnread(message: IncomingMessage, response: ServerResponse): void {
  const end = () => {
    if (!message.complete) message.destroy();
  };
  response.once('finish', () => setTimeout(end, limits.unreadBodyMs).unref());
}

/** `Readable.toWeb` would buffer 65,536 chunks before the sender had to wait. */
const bodyOf = (message: IncomingMessage) => ({
  body: WebStream.from<Uint8Array>(message) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
  duplex: 'half' as const,
});

async function send(body: ReadableStream<Uint8Array> | null, response: ServerResponse): Promise<void> {
  if (body === null) {
    response.end();
    return;
  }
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  response.once('close', stop);
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) break;
    if (!response.write(value)) await drained(response);
  }
  response.off('close', stop);
  response.end();
}

function sinkOf(response: ServerResponse): ByteSink {
  // After the headers of a body without chunks all bytes are its own. No socket: an earlier response is still being sent.
  const connection = response.socket ?? response;
  return {
    write: (bytes) => connection.write(bytes),
    end: () => response.end(),
    onDrain: (go) => connection.once('drain', go),
    onClose(gone) {
      // It may have closed while its request was handled.
      if (response.destroyed) gone();
      else response.once('close', gone);
    },
  };
}

/** Resolves on `close` too: the next write then notices that the connection has ended. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
    if (response.destroyed) go();
  });

function headersOf(headers: IncomingHttpHeaders): Headers {
  const found = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of Array.isArray(value) ? value : value === undefined ? [] : [value])
      found.append(name, each);
  return found;
}
