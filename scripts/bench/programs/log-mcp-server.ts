import { createServer } from 'node:http';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answerDirectly } from '#lib/http/answer-directly.ts';

/** An MCP server over HTTP: a tool that answers at once, and one that returns a log of so many MB. Prints its port. */
const lineOf = (index: number) =>
  `2026-11-26T03:12:00.${String(index % 1_000).padStart(3, '0')}Z INFO importer: batch ${index} of "orders" was written\n`;
const block = Array.from({ length: 10_000 }, (_, index) => lineOf(index)).join('');
const made = new Map<number, string>();
function logOf(megabytes: number): string {
  const bytes = megabytes * 1e6;
  const log = made.get(megabytes) ?? block.repeat(Math.ceil(bytes / block.length)).slice(0, bytes);
  made.set(megabytes, log);
  return log;
}

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'logs', version: '1' });
  const annotations = { readOnlyHint: true };
  server.registerTool('ping', { inputSchema: z.object({}), annotations }, async () => ({
    content: [{ type: 'text', text: 'pong' }],
  }));
  server.registerTool(
    'read_log',
    { inputSchema: z.object({ megabytes: z.number() }), annotations },
    async ({ megabytes }) => ({ content: [{ type: 'text', text: logOf(megabytes) }] }),
  );
  return server;
});

const handle = (request: Request) => handler.fetch(request);
const server = createServer(
  (message, response) => void answerDirectly({ handle, params: {}, takesBytes: true }, message, response),
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${address && typeof address === 'object' ? address.port : ''}.`);
});
