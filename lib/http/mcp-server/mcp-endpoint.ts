import { createMcpHandler, type McpRequestContext, type McpServer } from '@modelcontextprotocol/server';
import { limits } from '#lib/core/limits.ts';
import type { Services } from '#lib/services.ts';
import { answerMcpClient, authInfoOf, callIn } from './answer-mcp-client.ts';
import type { McpCall } from './mcp-call.ts';

type MakeServer = (call: McpCall) => McpServer;

/** Answers MCP clients of both eras. */
export function createMcpEndpoint(
  makeServer: MakeServer,
): (services: Services, request: Request) => Promise<Response> {
  const handler = createMcpHandler(({ authInfo }: McpRequestContext) => makeServer(callIn(authInfo)), {
    maxRequestBodySize: limits.mcpBodyBytes,
  });
  return (services, request) =>
    answerMcpClient(services, request, (authorized, call) =>
      handler.fetch(authorized, { authInfo: authInfoOf(call) }),
    );
}
