import { McpServer } from '@modelcontextprotocol/server';
import { registerAskingPrompt, registerPrompts } from './conformance/prompts.ts';
import { requestStates } from './conformance/request-states.ts';
import { registerResources } from './conformance/resources.ts';
import { registerAskingTools } from './conformance/tools-that-ask.ts';
import { registerReportingTools } from './conformance/tools-that-report.ts';
import { registerContentTools } from './conformance/tools-with-content.ts';
import { registerFormTools } from './conformance/tools-with-forms.ts';
import { registerHeaderAndSchemaTools } from './conformance/tools-with-schemas.ts';

/**
 * What the scenarios of `@modelcontextprotocol/conformance` call by name: their descriptions, in its
 * `dist/index.js`, are the specification. Made anew for each request, as the endpoint makes its own.
 */
export function createConformanceMcpServer(): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        // No server that lives for one request can announce that its list has changed.
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      requestState: { verify: requestStates.verify },
    },
  );
  registerContentTools(server);
  registerReportingTools(server);
  registerHeaderAndSchemaTools(server);
  registerAskingTools(server);
  registerFormTools(server);
  registerResources(server);
  registerPrompts(server);
  registerAskingPrompt(server);
  return server;
}
