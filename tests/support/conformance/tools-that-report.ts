import { setTimeout as sleep } from 'node:timers/promises';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';

const pauseMs = 50;
const logged = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
const progressValues = [0, 50, 100];

async function log({ mcpReq }: ServerContext): Promise<void> {
  for (const line of logged) {
    await mcpReq.log('info', line);
    await sleep(pauseMs);
  }
}

async function progress({ mcpReq }: ServerContext): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const value of progressValues) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress: value, total: 100 };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
    await sleep(pauseMs);
  }
}

/** Tools that say something before their result, and one that fails. */
export function registerReportingTools(server: McpServer): void {
  const reporting = {
    test_tool_with_logging: log,
    // By this name the scenario of 2026, which expects silence: the request names no level.
    test_logging_tool: log,
    test_tool_with_progress: progress,
  };
  for (const [name, report] of Object.entries(reporting)) {
    server.registerTool(name, { description: 'Reports while it runs' }, async (context) => {
      await report(context);
      return { content: [{ type: 'text', text: 'Done.' }] };
    });
  }
  server.registerTool('test_error_handling', { description: 'Fails' }, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}
