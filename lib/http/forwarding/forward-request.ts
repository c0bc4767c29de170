import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Services } from '#lib/services.ts';
import { addressOf } from '../address.ts';
import { forwardedHeader, markForwarded } from './forwarded-mark.ts';

/** They are between two processes, and not of the request or the response. */
const hopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect'];

/**
 * Has another process of this installation answer a request, which checks all of it as if it had come there first.
 * @param address scheme, host and port
 * @throws VitrineError `no_runner` if it does not respond
 */
export async function forwardRequest(
  { runners, log, nowMs }: Pick<Services, 'runners' | 'log' | 'nowMs'>,
  request: Request,
  address: string,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // Not resolved against it: a path that begins with `//` would name another host.
  const url = new URL(address);
  url.pathname = pathname;
  url.search = search;
  const path = url.pathname + url.search;
  const headers = withoutHopHeaders(request);
  const key = { secret: await runners.readSecret(), nowMs: nowMs() };
  const mark = markForwarded({ method: request.method, url: path }, addressOf(request), key);
  headers.set(forwardedHeader, mark);
  try {
    return responseOf(request, await send(request, url, Object.fromEntries(headers)));
  } catch (error) {
    if (request.signal.aborted) throw error;
    log.warn({ err: error, runner: address }, 'a runner does not respond');
    if (error instanceof NotReachedError) runners.avoid(address);
    throw new VitrineError('no_runner', 'A runner does not respond. Try again soon.', { cause: error });
  }
}

function withoutHopHeaders({ headers, body }: Request): Headers {
  const passed = new Headers(headers);
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim());
  for (const name of [...hopHeaders, ...named]) if (/^[\w-]+$/.test(name)) passed.delete(name);
  // One that is announced and not sent would be read from the next request on the same connection.
  if (body === null) passed.delete('content-length');
  return passed;
}

function responseOf({ method }: Request, answer: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    if (!hopHeaders.includes(name)) for (const value of values ?? []) headers.append(name, value);
  const status = answer.statusCode ?? 502;
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status);
  if (isEmpty) answer.resume();
  const body = isEmpty ? null : (WebStream.from<Uint8Array>(answer) as unknown as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
}

/** There was no connection: nothing of the request has arrived. */
class NotReachedError extends Error {}

/** What changes nothing is sent again where a connection had been closed before it was used. */
async function send(request: Request, url: URL, headers: Record<string, string>): Promise<IncomingMessage> {
  try {
    return await sendOnce(request, url, headers);
  } catch (error) {
    if (request.method !== 'GET' || !(error instanceof StaleConnectionError)) throw error;
    return await sendOnce(request, url, headers);
  }
}

/** It was kept open for the next request, and the other side had closed it. */
class StaleConnectionError extends Error {}

function sendOnce(
  { method, body, signal }: Request,
  url: URL,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    // A body cannot be sent again, so its connection is a new one. The certificate is that of the runner, not of this site.
    const options = {
      ...{ method, headers, signal, servername: url.hostname },
      ...(body === null ? {} : { agent: false as const }),
    };
    const sent = request(url, options).on('response', resolve);
    const connecting = setTimeout(
      () => sent.destroy(new Error('it took too long to connect')),
      limits.runnerConnectMs,
    );
    const connected = () => {
      isConnected = true;
      clearTimeout(connecting);
    };
    sent.on('socket', (socket) => {
      socket.setKeepAlive(true, limits.runnerConnectMs);
      if (socket.connecting) socket.once('connect', connected);
      else connected();
    });
    sent.on('error', (cause) => {
      clearTimeout(connecting);
      if (!isConnected) reject(new NotReachedError(cause.message, { cause }));
      else if (sent.reusedSocket) reject(new StaleConnectionError(cause.message, { cause }));
      else reject(cause);
    });
    if (body === null) sent.end();
    else
      Readable.from(body as unknown as WebStream<Uint8Array>)
        .on('error', (cause) => sent.destroy(cause))
        .pipe(sent);
  });
}
