import type { CallToolResult } from '@modelcontextprotocol/server';
import { isVitrineError } from '#lib/core/errors.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import type { McpCall } from './mcp-call.ts';

/** What a tool says to the model, and what it links for the host; a failure in a sentence that the model can act on. */
export async function toolAnswer(
  { services, client }: Pick<McpCall, 'services' | 'client'>,
  work: () => Promise<string | { text: string; links: CallToolResult['content'] }>,
): Promise<CallToolResult> {
  try {
    // One request of the older protocol may have many calls.
    await checkRate(services, { address: null }, 'token', client.id);
    const answer = await work();
    const { text, links } = typeof answer === 'string' ? { text: answer, links: [] } : answer;
    return { content: [{ type: 'text', text }, ...links] };
  } catch (error) {
    if (!isVitrineError(error)) services.log.error({ err: error }, 'a call of an MCP client failed');
    const text = isVitrineError(error) ? error.message : 'Something went wrong on the server';
    return { isError: true, content: [{ type: 'text', text }] };
  }
}
