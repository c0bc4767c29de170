import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { forbidden, notFound } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Services } from '#lib/services.ts';
import { answerMcpClient, authInfoOf } from '../answer-mcp-client.ts';
import type { McpCall } from '../mcp-call.ts';
import { createGatewayServer } from './gateway-server.ts';
import type { GatewayCall } from './gateway-tools.ts';
import { createLegacySessions } from './legacy-sessions.ts';
import { createPendingCalls } from './pending-calls.ts';

type AnswerGateway = (services: Services, request: Request, server: string | null) => Promise<Response>;

const bodyLimit = { maxRequestBodySize: limits.mcpBodyBytes };

/** The tools of the team's MCP servers, for any client: of all that it may use, or of one. */
export function createGatewayEndpoint(): AnswerGateway {
  let gateway: ReturnType<typeof openGateway> | null = null;
  return (services, request, server) => {
    gateway ??= openGateway(services);
    const { serve } = gateway;
    return answerMcpClient(services, request, async (authorized, call) => {
      const open = await readOpen(call, server);
      return await serve(authorized, { ...call, open }, server);
    });
  };
}

/** @throws VitrineError `forbidden`, `not_found` */
async function readOpen({ services, scopes }: McpCall, server: string | null): Promise<ReadonlySet<string>> {
  if (!scopes.includes('run')) throw forbidden('This token has no scope “run”: it calls no tools');
  const open = await services.readGatewayServers();
  if (server !== null && !open.has(server)) throw notFound();
  return open;
}

/** Both of its routes are one gateway: sessions and calls that wait belong to this process. */
export const answerGateway: AnswerGateway = createGatewayEndpoint();

/**
 * Clients of the current protocol send each request for itself. Those of earlier ones hold sessions: without, they could
 * neither cancel a call nor be asked anything.
 */
function openGateway(services: Services) {
  const pending = createPendingCalls();
  const make = (server: string | null) => createGatewayServer(server, pending);
  const sessions = createLegacySessions(make, bodyLimit);
  const handlers = new Map<string | null, ReturnType<typeof createMcpHandler>>();
  const handlerOf = (server: string | null) => {
    const known = handlers.get(server);
    if (known) return known;
    const made = createMcpHandler(() => make(server), { ...bodyLimit, legacy: 'reject' });
    handlers.set(server, made);
    return made;
  };
  services.toolChanges.subscribe(() => {
    sessions.announceTools();
    for (const handler of handlers.values()) handler.notify.toolsChanged();
  });
  return {
    async serve(request: Request, call: GatewayCall, server: string | null): Promise<Response> {
      const authInfo = authInfoOf(call);
      return (await isLegacyRequest(request, undefined, bodyLimit))
        ? await sessions.fetch(request, call.client.id, server, authInfo)
        : await handlerOf(server).fetch(request, { authInfo });
    },
  };
}
