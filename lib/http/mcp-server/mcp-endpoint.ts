import { createMcpHandler, type McpRequestContext, type McpServer } from '@modelcontextprotocol/server';
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

type MakeServer = (call: McpCall) => McpServer;

/**
 * Answers MCP clients of both eras. Each request is authenticated by itself, and none by a cookie: a page elsewhere
 * can send nothing here in somebody's name.
 */
export function createMcpEndpoint(
  makeServer: MakeServer,
): (services: Services, request: Request) => Promise<Response> {
  const handler = createMcpHandler((context) => makeServer(callIn(context)), {
    maxRequestBodySize: limits.mcpBodyBytes,
  });
  return async (services, request) => {
    const response = await authenticated(services, request)
      .then((call) => handler.fetch(request, { authInfo: authInfoOf(call) }))
      .catch((error: unknown) => refusal(services, error));
    services.metrics.answered(request.method, response.status);
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(answerHeaders(services.config.baseUrl))) {
      if (!headers.has(name)) headers.set(name, value);
    }
    const { status, body } = response;
    return new Response(body, { status, headers });
  };
}

async function authenticated(services: Services, request: Request): Promise<McpCall> {
  checkHost(request, services.config);
  checkNoTokenInAddress(request);
  const caller = await readMcpCaller(services, request);
  if (caller === null) throw signedOut('Send an API token: Authorization: Bearer vtk_…');
  const { member, client, scopes, tokenId } = caller;
  await checkRate(services, { address: null }, 'token', client.id);
  return { services, member, client, scopes, tokenId, origin: originOf(request, services, client) };
}

/** The handler carries it from one request to the server that is made for it. */
const authInfoOf = (call: McpCall) => ({
  token: '',
  clientId: call.client.id,
  scopes: [...call.scopes],
  extra: { call },
});

const callIn = ({ authInfo }: McpRequestContext): McpCall => authInfo?.extra?.call as McpCall;

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
