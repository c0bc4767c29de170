import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { appPolicySchema, type McpApp, mcpAppSchema } from '../core/vocabulary/tools/mcp-app.ts';
import { appMediaType, appUriOf } from './app-definition.ts';
import type { McpServer, ReadResource } from './mcp-server.ts';
import { closeSpilled } from './resource-chunks.ts';

const pageMeta = z.looseObject({
  ui: z.looseObject({
    csp: appPolicySchema.catch(() => appPolicySchema.parse({})).optional(),
    prefersBorder: z.boolean().optional().catch(undefined),
  }),
});

/**
 * Reads the page of a tool and puts the result beside it. A result is complete without: what went wrong is a note.
 * @throws the signal's reason
 */
export async function fetchApp(
  server: Pick<McpServer, 'name' | 'readResource'>,
  definition: ToolDefinition,
  {
    args,
    result,
    signal,
  }: { args: Record<string, unknown>; result: CallToolResult | null; signal: AbortSignal },
): Promise<{ app: McpApp } | { problem: string } | null> {
  const address = appUriOf(definition);
  if (address === null) return null;
  const problem = (why: string) => ({ problem: `Its page is not shown: ${why}.` });
  if (result === null) return problem(tooLarge);
  try {
    const resource = await server.readResource(address, signal);
    if (closeSpilled(resource)) return problem('it is too large');
    const page = pageIn(resource);
    if (page === null) return problem('the server sent none');
    const { success, data } = mcpAppSchema.safeParse({
      server: server.name,
      tool: definition,
      ...page,
      arguments: args,
      result,
    });
    if (!success) return problem('the result is not one');
    const length = data.html.length + JSON.stringify([data.tool, data.arguments, data.result]).length;
    return length > limits.appCharacters ? problem(tooLarge) : { app: data };
  } catch (error) {
    signal.throwIfAborted();
    return problem(errorMessage(error));
  }
}

const tooLarge = 'the result is too large for it';

function pageIn({
  contents,
}: Pick<ReadResource, 'contents'>): Pick<McpApp, 'html' | 'policy' | 'prefersBorder'> | null {
  const page = contents.find(({ mimeType }) => mimeType?.replaceAll(' ', '') === appMediaType);
  if (page === undefined) return null;
  const { data } = pageMeta.safeParse(page._meta ?? {});
  return {
    html: 'text' in page ? page.text : Buffer.from(page.blob, 'base64').toString(),
    policy: data?.ui.csp ?? appPolicySchema.parse({}),
    prefersBorder: data?.ui.prefersBorder ?? null,
  };
}
