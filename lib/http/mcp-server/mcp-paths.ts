import { getServices } from '#lib/services.ts';
import type { NextHandler } from '../routing/handle-request.ts';

/** The handlers of the MCP endpoints, which load what they need when the first client comes. */
interface McpPath {
  pattern: RegExp;
  handle: NextHandler;
}

export const mcpPaths: readonly McpPath[] = [
  {
    pattern: /^\/mcp$/,
    async handle(request) {
      const { answerVitrineMcp } = await import('./vitrine-endpoint.ts');
      return await answerVitrineMcp(getServices(), request);
    },
  },
  {
    pattern: /^\/mcp\/gateway(?:\/(?<server>[A-Za-z0-9_-]+))?$/,
    async handle(request, { params }) {
      const { answerGateway } = await import('./gateway/gateway-endpoint.ts');
      const { server = null } = (await params) as { server?: string };
      return await answerGateway(getServices(), request, server);
    },
  },
];
