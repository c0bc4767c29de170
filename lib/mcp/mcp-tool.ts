import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';
import { takeTokens } from '../split/take-tokens.ts';
import { bytesResult } from '../tools/bytes-result.ts';
import { defineTool } from '../tools/define-tool.ts';
import { imageResult } from '../tools/image-result.ts';
import { describeParts } from '../tools/result-parts.ts';
import { isTooDeep } from '../tools/stored-arguments.ts';
import { callTitle, describeText } from '../tools/text-description.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { ToolFailure, ToolSuccess } from '../tools/tool-result.ts';
import { appUriOf } from './app-definition.ts';
import { fetchApp } from './app-of-result.ts';
import type { CallResult, McpServer } from './mcp-server.ts';
import { type ReadCallResult, readCallResult } from './read-call-result.ts';
import { readElicitation } from './read-elicitation.ts';
import { readLargeResult } from './read-large-result.ts';

/** The server checks its own arguments: its schema may use what ours cannot. */
const anyArguments = z.record(z.string(), z.unknown());

/** No larger definition is offered: it would be sent with every step. */
export function isTooLarge({ title, description, inputSchema, annotations }: ToolDefinition): boolean {
  const all = { title, description, inputSchema, annotations };
  return isTooDeep(all) || JSON.stringify(all).length > limits.mcpDefinitionCharacters;
}

/** A tool of an MCP server as one of ours. */
export interface McpTool extends Tool {
  /** Our name of the server. */
  server: string;
  /** As the server gave it. */
  definition: ToolDefinition;
}

/** Its results pass the same choke point. */
export const createMcpTool = (server: McpServer, definition: ToolDefinition, name: string): McpTool => ({
  server: server.name,
  definition,
  ...defineTool(
    { name, audience: 'model' },
    {
      description: cutText(definition.description ?? '', limits.mcpDefinitionCharacters),
      inputSchema: anyArguments,
      parameters: parametersOf(definition),
      changesNothing: definition.annotations?.readOnlyHint === true,
      offline: { help: '', read: () => null },
      async run(args, context) {
        const { signal, conversationId, reportProgress, elicit } = context;
        const { result, takeSpilled } = await server.call(definition, args, {
          signal,
          onProgress: reportProgress,
          audience: conversationId,
          async elicit(params, asked) {
            const question = readElicitation(params);
            // A question that no form can hold is one that nobody is asked.
            if (question === null) return { action: 'decline' };
            const { action, content } = await elicit({ ...question, server: server.name }, asked);
            return { action, ...(content ? { content } : {}) };
          },
        });
        const made = await resultOf(server, definition, args, { result, takeSpilled }, context);
        if (made.resultType !== 'success') return made;
        const { pageResult, ...success } = made;
        const app = await fetchApp(server, definition, { args, result: pageResult, signal });
        return app === null ? success : { ...success, app };
      },
    },
  ),
});

/** As the model and people get it. `pageResult`: as a page of the server gets it; `null`: it is too large for one. */
async function resultOf(
  server: McpServer,
  definition: ToolDefinition,
  args: Record<string, unknown>,
  { result, takeSpilled }: CallResult,
  { count, isSplit, hasVision }: Pick<ToolContext, 'count' | 'hasVision'> & { isSplit: boolean },
): Promise<ToolFailure | (ToolSuccess & { pageResult: CallToolResult | null })> {
  const title = callTitle(`${server.name} ${definition.name}`, args);
  const failure = (words: string): ToolFailure => ({
    resultType: 'failure',
    error: words || `${definition.name} failed`,
  });
  const { content, large } = await readLargeResult(result, takeSpilled);
  if (large?.isError) {
    large.close();
    return failure(large.forModel ?? '');
  }
  if (large) {
    const { text, isJson, forModel, isMarked } = large;
    const view = forModel === null ? {} : viewOfServer({ forModel, isMarked }, count, isSplit);
    const description = describeText(title, isJson);
    return { resultType: 'success', fullResult: text, description, ...view, pageResult: null };
  }
  const whole = { ...result, content };
  const read = readCallResult(whole, appUriOf(definition) !== null);
  if (read.isError) return failure(read.forModel);
  const bytes =
    (read.image && (await imageResult(read.image, title, hasVision))) ??
    (read.file && (await bytesResult(read.file, title)));
  if (bytes) return bytes.resultType === 'success' ? { ...bytes, pageResult: whole } : bytes;
  const view = read.forModel === read.text ? {} : viewOfServer(read, count, isSplit);
  const { text: fullResult, isJson, several, links } = read;
  const description = describeText(title, isJson);
  const parts = await describeParts(several, title, hasVision);
  return { resultType: 'success', fullResult, description, parts, links, ...view, pageResult: whole };
}
/**
 * What the server wants the model to read, where that is not what people see. None: the split makes the view of all
 * of it, or all of it is read.
 */
function viewOfServer(
  { forModel, isMarked }: Pick<ReadCallResult, 'forModel' | 'isMarked'>,
  count: (text: string) => number,
  isSplit: boolean,
): Pick<ToolSuccess, 'assistantView' | 'hasMore'> {
  if (forModel === '') return { assistantView: 'Shown to people. The server keeps it from you.' };
  const maxTokens = isSplit ? limits.mcpOwnViewTokens : limits.hardCeilingTokens;
  if (count(forModel) <= maxTokens)
    return { assistantView: forModel, ...(isMarked ? {} : { hasMore: true }) };
  // In words and as a structure it says two things to both: the view is made of all of it.
  if (!isMarked) return {};
  const note = '\n[cut here: the server marked more of it for you]';
  return { assistantView: takeTokens(forModel, maxTokens - count(note), count) + note };
}

/** As model servers take it: an object, without the name of its dialect. */
function parametersOf({ inputSchema }: ToolDefinition): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...schema } = inputSchema;
  return { ...schema, properties: schema.properties ?? {} };
}
