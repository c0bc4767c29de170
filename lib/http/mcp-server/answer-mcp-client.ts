import type { AuthInfo } from '@modelcontextprotocol/server';
import { isVitrineError, signedOut } from '#lib/core/errors.ts';
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
  const response = await authenticate(services, request, signal)
    .then((call) => serve(withSignal(request, signal), call))
    .catch((error: unknown) => refusal(services, error));
  services.metrics.answered(request.method, response.status);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(answerHeaders(services.config.baseUrl))) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const { status } = response;
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
  const body =
    response.body && isStream
      ? endingWithRight(response.body, () => readMcpCaller(services, request), revoked)
      : response.body;
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
  const origin = { ...originOf(request, services, client), signal };
  return { services, member, client, scopes, tokenId, origin };
}

/** Looks every few seconds whether the token still is one. If that cannot be read, nothing ends. */
function endingWithRight(
  body: ReadableStream<Uint8Array>,
  readCaller: () => Promise<unknown>,
  revoked: AbortController,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const end = () => {
    clearInterval(checking);
    revoked.abort();
    void reader.cancel().catch(() => {});
  };
  const checking = setInterval(() => {
    readCaller().then(
      (caller) => caller ?? end(),
      (error: unknown) => {
        if (isVitrineError(error) && error.code === 'signed_out') end();
      },
    );
  }, limits.rightsCheckMs);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        clearInterval(checking);
        controller.close();
      } else controller.enqueue(value);
    },
    cancel: end,
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
