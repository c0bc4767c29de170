import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { VitrineError } from '#lib/core/errors.ts';
import { addressOf } from '../address.ts';
import { forwardedHeader, markForwarded } from './forwarded-mark.ts';

/** They are between two processes, and not of the request or the response. */
const hopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect'];

/**
 * Has another process of this installation answer a request, which checks all of it as if it had come there first.
 * @param address scheme, host and port
 * @throws VitrineError `no_runner` if it does not respond
 */
export async function forwardRequest(request: Request, address: string, secret: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of hopHeaders) headers.delete(name);
  headers.set(forwardedHeader, markForwarded(addressOf(request), secret));
  const answer = await send(request, new URL(pathname + search, address), Object.fromEntries(headers));
  const passed = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    if (!hopHeaders.includes(name)) for (const value of values ?? []) passed.append(name, value);
  const status = answer.statusCode ?? 502;
  const isEmpty = request.method === 'HEAD' || [204, 205, 304].includes(status);
  if (isEmpty) answer.resume();
  const body = isEmpty ? null : (WebStream.from<Uint8Array>(answer) as unknown as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers: passed });
}

function send(
  { method, body, signal }: Request,
  url: URL,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(new VitrineError('no_runner', 'A runner does not respond. Try again soon.', { cause }));
    const sent = request(url, { method, headers, signal }).on('response', resolve).on('error', fail);
    if (body === null) sent.end();
    else
      Readable.from(body as unknown as WebStream<Uint8Array>)
        .on('error', fail)
        .pipe(sent);
  });
}
