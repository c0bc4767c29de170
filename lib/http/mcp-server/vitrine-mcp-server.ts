import { McpServer } from '@modelcontextprotocol/server';
import { version } from '#lib/core/vocabulary/version.ts';
import { registerArtifactResources } from './artifact-resources.ts';
import type { McpCall } from './mcp-call.ts';
import { registerReadingTools } from './reading-tools.ts';
import { registerShareTool } from './share-tool.ts';
import { registerShowTools } from './show-tools.ts';

/** Vitrine as other agents see it: what the caller's token may, and nothing else. Made anew for each request. */
export function createVitrineMcpServer(call: McpCall): McpServer {
  const may = (scope: McpCall['scopes'][number]) => call.scopes.includes(scope);
  const server = new McpServer(
    { name: 'vitrine', version },
    // Without tools or resources a server has no capability to announce them. By default it would say that it reports
    // changes of the lists, which nothing here does.
    { capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
  );
  if (may('show')) registerShowTools(server, call);
  if (may('read')) registerReadingTools(server, call);
  if (may('write')) registerShareTool(server, call);
  if (may('read')) registerArtifactResources(server, call);
  return server;
}
