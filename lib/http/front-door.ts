import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { Config } from '../config.ts';
import { isLoopback } from '../core/hosts.ts';
import { limits } from '../core/limits.ts';
import { answerDirectly } from './answer-directly.ts';
import { boundConnections, type ConnectionBounds, endIdleReader, timeoutsOf } from './bound-connections.ts';
import { clientAddressOf, createProxyTrust, type IsProxy } from './client-address.ts';
import { isContentPath } from './content-path.ts';
import type { DirectCall } from './direct-routes.ts';
import { toOriginForm } from './origin-form.ts';

const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * What Next would answer with 500: a method it cannot name, an address that is no text. And 404 for whatever the origin of
 * user content does not have: pages, files of the app, the rest of the API. `null`: Next answers.
 */
export function refusalOf(
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  contentUrl: string | null,
): 400 | 404 | 405 | null {
  if (!methods.has(method)) return 405;
  const path = url.split('?', 1)[0] ?? '';
  const isContentHost = contentUrl !== null && headers.host === new URL(contentUrl).host;
  if (isContentHost && !(isContentPath(path) && /^(GET|HEAD)$/.test(method))) return 404;
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    // It says so of a broken `%` alone.
    return 400;
  }
}

type FindDirectCall = (method: string | undefined, url: string) => DirectCall | null;

let findDirect: FindDirectCall | null = null;

/** From now on these requests are answered here, before Next: to be called once the server is ready to answer. */
export function answerBeforeNext(find: FindDirectCall): void {
  findDirect = find;
}

/**
 * From now on a server that is made in this process bounds its connections and answers these by itself. Next makes its own, and lets
 * nobody before it. Nor does it end a connection that asks to be another (a web socket), on which no time limit of HTTP holds any
 * more: such a request is one like any other here, and where Node cannot (before 24.9), its connection is ended.
 */
export function guardFrontDoor(
  { contentUrl, trustedProxies }: Pick<Config, 'contentUrl' | 'trustedProxies'>,
  bounds: ConnectionBounds = limits,
): void {
  const { createServer } = http;
  const isProxy = createProxyTrust(trustedProxies);
  const guarded = (listener: RequestListener) => {
    const options = { shouldUpgradeCallback: () => false, ...timeoutsOf(bounds) };
    const server = createServer(options, (request, response) => {
      endIdleReader(response);
      setClientAddress(request, isProxy);
      const status = toOriginForm(request) ? refusalOf(request, contentUrl) : 400;
      if (status === null) {
        const call = findDirect?.(request.method, request.url ?? '') ?? null;
        if (call === null) return listener(request, response);
        void answerDirectly(call, request, response);
        return;
      }
      if (status === 405) response.setHeader('Allow', [...methods].join(', '));
      response.writeHead(status, { 'Content-Length': 0, 'Cache-Control': 'no-store' }).end();
    }).on('upgrade', (_, socket) => socket.destroy());
    // A proxy on this machine that nobody named brings everybody by one address too.
    boundConnections(server, bounds, (address) => isProxy(address) || isLoopback(address));
    return server;
  };
  Object.assign(http, { createServer: guarded });
}

/** Replaces what anybody may have written with where the request comes from, for all who read it after this. */
function setClientAddress({ headers, socket }: IncomingMessage, isProxy: IsProxy): void {
  const forwardedFor = headers['x-forwarded-for'];
  const list = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
  const address = clientAddressOf(socket.remoteAddress, list, isProxy);
  if (address === null) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = address;
}
