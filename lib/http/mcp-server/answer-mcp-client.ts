import type { AuthInfo } from '@modelcontextprotocol/server';
import { isVitrineError, signedOut, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import type { Services } from '#lib/services.ts';
import { originOf } from '../origin-of.ts';
import { answerHeaders } from '../page-headers.ts';
import { checkNoTokenInAddress } from '../routing/check-token.ts';
import { errorResponse } from '../routing/error-response.ts';
import { checkHost } from '../same-site.ts';
import type { McpCall } from './mcp-call.ts';
import { readMcpCaller } from './mcp-caller.ts';
import { resourceMetadataUrl } from './resource-metadata.ts';
import { withEnd } from './with-end.ts';

/**
 * Answers a client, once it is known who calls. Each request is authenticated by itself, and none by a cookie: a page
 * elsewhere can send nothing here in somebody's name. A stream ends with the right to it.
 * @param serve gets a request that is aborted then, too
 */
export async function answerMcpClient(
  services: Services,
  request: Request,
  serve: (authorized: Request, call: McpCall) => Promise<Response>,
): Promise<Response> {
  const revoked = new AbortController();
  const signal = AbortSignal.any([request.signal, revoked.signal]);
  let call: McpCall | null = null;
  let response: Response;
  try {
    call = await authenticate(services, request, signal);
    response = await serve(withSignal(request, signal), call);
  } catch (error) {
    response = refusal(services, error);
  }
  services.metrics.answered(request.method, response.status);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(answerHeaders(services.config.baseUrl))) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const { status } = response;
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
  const body =
    response.body && call && isStream ? endingWithRight(response.body, call, revoked) : response.body;
  return new Response(body, { status, headers });
}

/** From its parts: the request of a route handler is one of Next's, which the platform's own cannot be made of. */
function withSignal({ url, method, headers, body }: Request, signal: AbortSignal): Request {
  const half = body === null ? {} : { body, duplex: 'half' as const };
  return new Request(url, { method, headers, signal, ...half });
}

async function authenticate(services: Services, request: Request, signal: AbortSignal): Promise<McpCall> {
  checkHost(request, services.config);
  checkNoTokenInAddress(request);
  const caller = await readMcpCaller(services, request);
  if (caller === null) throw signedOut('Send an API token: Authorization: Bearer vtk_…');
  const { member, client, scopes, tokenId } = caller;
  await checkRate(services, { address: null }, 'token', client.id);
  if ((streams.get(client.id) ?? 0) >= limits.clientStreams) {
    throw new VitrineError(
      'too_many_streams',
      `${limits.clientStreams} streams are open, which is the limit`,
    );
  }
  const stillMay = () =>
    readMcpCaller(services, request).then(
      (now) => now !== null,
      (error: unknown) => !(isVitrineError(error) && error.code === 'signed_out'),
    );
  const origin = { ...originOf(request, services, client), signal };
  return { services, member, client, scopes, tokenId, origin, stillMay };
}

/** Open streams, by client. */
const streams = new Map<string, number>();

function endingWithRight(
  body: ReadableStream<Uint8Array>,
  { client, stillMay }: McpCall,
  revoked: AbortController,
): ReadableStream<Uint8Array> {
  const count = (more: 1 | -1) => {
    const open = (streams.get(client.id) ?? 0) + more;
    if (open > 0) streams.set(client.id, open);
    else streams.delete(client.id);
  };
  count(1);
  const reader = body.getReader();
  const checking = setInterval(async () => {
    if (await stillMay()) return;
    revoked.abort();
    await reader.cancel().catch(() => {});
  }, limits.rightsCheckMs);
  return withEnd(reader, () => {
    clearInterval(checking);
    count(-1);
  });
}

/** Carries the call from a request to the handlers of its messages. */
export const authInfoOf = (call: McpCall): AuthInfo => ({
  token: '',
  clientId: call.client.id,
  scopes: [...call.scopes],
  extra: { call },
});

export const callIn = (authInfo: AuthInfo | undefined): McpCall => authInfo?.extra?.call as McpCall;

/** Clients that know OAuth find the authorization server by the address in a 401. */
function refusal(services: Services, error: unknown): Response {
  const response = errorResponse(error, services);
  if (isVitrineError(error) && error.code === 'signed_out') {
    const metadata = resourceMetadataUrl(services);
    response.headers.set(
      'WWW-Authenticate',
      metadata === null ? 'Bearer' : `Bearer resource_metadata="${metadata}"`,
    );
  }
  return response;
}
