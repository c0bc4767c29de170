import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { isLoopback } from '../core/algorithms/hosts.ts';
import { limits } from '../core/limits.ts';
import { answerDirectly } from './answer-directly.ts';
import {
  boundConnections,
  type ConnectionBounds,
  endIdleReader,
  endSlowRequest,
  timeoutsOf,
} from './bound-connections.ts';
import { clientAddressOf, createProxyTrust, type IsProxy } from './client-address.ts';
import { isContentPath } from './content-path.ts';
import type { DirectCall } from './direct-routes.ts';
import { forwardedHeader, readForwardedMark } from './forwarding/forwarded-mark.ts';
import { toOriginForm } from './origin-form.ts';

const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The status for a request that must not reach Next: one it would answer with 500 (a method it cannot name, a
 * malformed address), or one for anything else than user content on the content origin (404). `null`: Next
 * answers.
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
    // `decodeURIComponent` throws only for an invalid percent-encoding.
    return 400;
  }
}

type FindDirectCall = (method: string | undefined, url: string) => DirectCall | null;

let findDirect: FindDirectCall | null = null;

/** Makes the front door answer these requests before Next does. Call it once the server is ready. */
export function answerBeforeNext(find: FindDirectCall): void {
  findDirect = find;
}

export interface ForwardedRequests {
  /** By which processes of this installation know one another's requests. */
  secret: string;
  nowMs(): number;
  /** One came whose time is far from the clock of this process. It is refused. */
  onOutdated(): void;
}

/** `null`: the secret is not known yet. */
let forwardedRequests: ForwardedRequests | null = null;

/** Lets other processes of this installation forward requests to this one. */
export function acceptForwarded(accepted: ForwardedRequests): void {
  forwardedRequests = accepted;
}

/**
 * Makes every HTTP server created in this process from now on limit its connections and answer these requests
 * itself. Next creates its own server and offers no hook before it. Next also never closes a connection that
 * asks for an upgrade (a web socket), to which HTTP time limits no longer apply: such a request is treated
 * like any other, and where Node cannot do that (before 24.9), its connection is closed.
 */
export function guardFrontDoor(
  { contentUrl, trustedProxies, role }: Pick<Config, 'contentUrl' | 'trustedProxies' | 'role'>,
  bounds: ConnectionBounds = limits,
): void {
  const { createServer } = http;
  const isProxy = createProxyTrust(trustedProxies);
  const forwarders = new Set<string>();
  const guarded = (listener: RequestListener) => {
    const options = { shouldUpgradeCallback: () => false, ...timeoutsOf(bounds) };
    const server = createServer(options, (request, response) => {
      endIdleReader(response);
      const origin = originByMark(request);
      if (origin === 'outdated') return refuseOutdated(response);
      setClientAddress(request, origin, isProxy);
      const isForwarded = origin !== undefined;
      if (isForwarded && request.socket.remoteAddress) forwarders.add(request.socket.remoteAddress);
      const isForNobody = role === 'runner' && !isForwarded && !isAboutProcess(request);
      const status = isForNobody ? 404 : toOriginForm(request) ? refusalOf(request, contentUrl) : 400;
      if (status === null) {
        const call = findDirect?.(request.method, request.url ?? '') ?? null;
        if (!call?.takesBytes) endSlowRequest(request, bounds);
        if (call === null) return listener(request, response);
        void answerDirectly(call, request, response);
        return;
      }
      if (status === 405) response.setHeader('Allow', [...methods].join(', '));
      response.writeHead(status, { 'Content-Length': 0, 'Cache-Control': 'no-store' }).end();
    }).on('upgrade', (_, socket) => socket.destroy());
    // An unconfigured proxy on this machine also brings everybody's requests by one address; so does a process that forwards.
    const isShared = (address: string) => isProxy(address) || isLoopback(address) || forwarders.has(address);
    boundConnections(server, bounds, isShared);
    return server;
  };
  Object.assign(http, { createServer: guarded });
}

const aboutProcess = ['/api/health', '/api/health/live', '/api/health/ready', '/api/metrics'];

const isAboutProcess = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && aboutProcess.includes(url.split('?', 1)[0] ?? '');

/** Who sent a request that another process of this installation forwarded; its address is `null` where that is not known. */
interface Origin {
  client: string | null;
}

/** Replaces the client-supplied address header with the real client address, for every later reader. */
function setClientAddress(
  { headers, socket }: IncomingMessage,
  origin: Origin | undefined,
  isProxy: IsProxy,
): void {
  if (origin === undefined) delete headers[forwardedHeader];
  const forwardedFor = headers['x-forwarded-for'];
  const list = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
  setAddress(headers, origin ? origin.client : clientAddressOf(socket.remoteAddress, list, isProxy));
}

/** `undefined`: no process of this installation has forwarded the request; `outdated`: one has, at another time. */
function originByMark({ headers, method = '', url = '' }: IncomingMessage): Origin | 'outdated' | undefined {
  const mark = headers[forwardedHeader];
  if (forwardedRequests === null || typeof mark !== 'string') return undefined;
  const { secret, nowMs, onOutdated } = forwardedRequests;
  const origin = readForwardedMark(mark, { method, url }, { secret, nowMs: nowMs() });
  if (origin === 'outdated') onOutdated();
  return origin;
}

/** As if it had come directly, it could be forwarded again, and so on without end. */
function refuseOutdated(response: ServerResponse): void {
  const error =
    'The clocks of the processes of this installation differ too much. An administrator has to set them.';
  response
    .writeHead(503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify({ error, code: 'no_runner' }));
}

function setAddress(headers: IncomingMessage['headers'], address: string | null): void {
  if (address === null) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = address;
}
