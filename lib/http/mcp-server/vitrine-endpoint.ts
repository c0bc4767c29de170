import { createMcpEndpoint } from './mcp-endpoint.ts';
import { createVitrineMcpServer } from './vitrine-mcp-server.ts';

/** Vitrine's own MCP server. */
export const answerVitrineMcp = createMcpEndpoint(createVitrineMcpServer);
