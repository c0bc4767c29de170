import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { recallOutputProfile } from '#lib/core/vocabulary/tools/recall-output.ts';
import { listConversations } from '#lib/operations/access.ts';
import { recallForClient } from '#lib/operations/artifacts/recall-for-client.ts';
import { type ListedArtifact, searchArtifacts } from '#lib/operations/search/search-artifacts.ts';
import { asksOneWay, oneWay } from '#lib/tools/recall/recall.ts';
import { artifactLink } from './artifact-address.ts';
import type { McpCall } from './mcp-call.ts';
import { toolAnswer } from './tool-answer.ts';

const annotations = { readOnlyHint: true, openWorldHint: false };
const query = z.string().max(limits.conversationQueryCharacters).optional();

/** The tools with which another agent reads what is here. */
export function registerReadingTools(server: McpServer, call: McpCall): void {
  const { services, member } = call;

  server.registerTool(
    recallOutputProfile.name,
    {
      description: 'Reads a part of an artifact: lines, what matches a query, or values at a JSONPath.',
      inputSchema: z.object({
        artifactId: z.string(),
        lines: z.string().optional().describe('"40-62", "last 20"'),
        query: z.string().min(1).max(1_000).optional(),
        jsonPath: z.string().max(1_000).optional(),
        maxTokens: z.int().min(limits.recallMinTokens).max(limits.recallMaxTokens).optional(),
      }),
      annotations,
    },
    ({ artifactId, ...ask }) =>
      toolAnswer(call, async () => {
        if (!asksOneWay(ask)) throw new VitrineError('invalid_request', oneWay);
        return await recallForClient(call, artifactId, ask);
      }),
  );

  server.registerTool(
    'search_artifacts',
    {
      description: 'Finds artifacts by their titles and calls, the latest first.',
      inputSchema: z.object({ query, conversationId: z.string().optional() }),
      annotations,
    },
    ({ query: words = '', conversationId = null }) =>
      toolAnswer(call, async () => {
        const wanted = { query: words, conversationId, limit: limits.mcpListed };
        const { artifacts, isCut } = await searchArtifacts(services, member, wanted);
        if (artifacts.length === 0) return 'No artifacts match.';
        const lines = artifacts.map(artifactLine);
        return {
          text: [...lines, ...(isCut ? ['There may be more: narrow the search.'] : [])].join('\n'),
          links: artifacts.map(({ metadata }) => artifactLink(metadata)),
        };
      }),
  );

  server.registerTool(
    'list_conversations',
    {
      description: 'Lists conversations, the latest first.',
      inputSchema: z.object({ query }),
      annotations,
    },
    ({ query: words = '' }) =>
      toolAnswer(call, async () => {
        const all = await listConversations(services, member);
        const found = all.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
        if (found.length === 0) return 'No conversations match.';
        const latest = found.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
        const shown = latest
          .slice(0, limits.mcpListed)
          .map(
            ({ id, title, updatedAt, audience }) =>
              `${id} ${updatedAt.slice(0, 10)} ${audience === 'team' ? '' : 'private '}${title}`,
          );
        const more = found.length - shown.length;
        return [...shown, ...(more > 0 ? [`and ${more} more: narrow the search.`] : [])].join('\n');
      }),
  );
}

const artifactLine = ({ metadata, conversation }: ListedArtifact): string => {
  const { id, title, state, byteLength, lineCount, createdAt } = metadata;
  const size = state === 'expired' ? 'expired' : formatBytes(byteLength);
  const lines = lineCount === null || state === 'expired' ? '' : `, ${lineCount} lines`;
  return `${id} ${title} (${size}${lines}, ${createdAt.slice(0, 10)}) in ${conversation.id} ${conversation.title}`;
};
