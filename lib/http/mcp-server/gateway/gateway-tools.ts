import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { notFound, VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { mcpPrefix } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { recallOutputProfile } from '#lib/core/vocabulary/tools/recall-output.ts';
import { requireConversation } from '#lib/operations/access.ts';
import { clientConversation } from '#lib/operations/conversations/client-conversation.ts';
import { listUsable } from '#lib/operations/workspaces/usable-workspaces.ts';
import { toolSchema } from '#lib/runs/tool-schema.ts';
import type { Tool } from '#lib/tools/tool-call.ts';
import type { Workspace } from '#lib/workspace/workspace.ts';
import type { McpCall } from '../mcp-call.ts';

/** A request of a client of the gateway. */
export interface GatewayCall extends McpCall {
  /** The servers that admins opened to it, by name. */
  open: ReadonlySet<string>;
}

/** A tool as a client of the gateway knows it. */
interface GatewayTool {
  name: string;
  tool: Tool;
  definition: ToolDefinition;
}

/** Where a client works. */
export interface GatewayTarget {
  conversation: Conversation;
  workspace: Workspace;
}

/** @throws VitrineError `not_found`, `forbidden`, `not_possible` */
export async function findTarget(
  { services, member, client }: McpCall,
  conversationId: string | null,
): Promise<GatewayTarget> {
  const conversation =
    conversationId === null
      ? await clientConversation(services, member, client)
      : await requireConversation(services, member, conversationId, 'write');
  const workspace = await services.workspaces.of(conversation);
  if (workspace === null)
    throw new VitrineError('not_possible', `The workspace ${conversation.workspace} is gone`);
  return { conversation, workspace };
}

/**
 * The tools that a client may call in a conversation: of servers that admins opened to the gateway, and the one that
 * recalls. Names within one server are its own.
 * @throws VitrineError `storage_unavailable`
 */
export async function readGatewayTools(
  { services, member, open }: GatewayCall,
  server: string | null,
  { workspace }: Pick<GatewayTarget, 'workspace'>,
): Promise<GatewayTool[]> {
  const user = { memberId: member.id, workspace: workspace.name, root: workspace.root };
  const recall = services.tools.find(({ name }) => name === recallOutputProfile.name);
  const isWanted = (name: string) => open.has(name) && (server === null || server === name);
  const ofServers = (await services.mcpServers.toolsOf(user, isWanted)).map((tool) => {
    const name = server === null ? tool.name.slice(mcpPrefix.length) : tool.definition.name;
    // The result is a view: it has no structure that a schema describes.
    const { outputSchema: _, ...definition } = tool.definition;
    return { name, tool, definition: { ...definition, name } };
  });
  const own = recall ? [{ name: recall.name, tool: recall, definition: definitionOf(recall) }] : [];
  const ownNames = new Set(own.map(({ name }) => name));
  return [...ofServers.filter(({ name }) => !ownNames.has(name)), ...own];
}

const definitionOf = (tool: Tool): ToolDefinition => ({
  name: tool.name,
  description: tool.description,
  inputSchema: toolSchema(tool) as ToolDefinition['inputSchema'],
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export async function listGatewayTools(
  call: GatewayCall,
  server: string | null,
  conversationId: string | null,
): Promise<ToolDefinition[]> {
  const target = await findListTarget(call, conversationId);
  return (await readGatewayTools(call, server, target)).map(({ definition }) => definition);
}

/** Looking at the tools makes no conversation: those are the tools of the workspace in which one would be made. */
async function findListTarget(
  call: GatewayCall,
  conversationId: string | null,
): Promise<Pick<GatewayTarget, 'workspace'>> {
  if (conversationId !== null) return await findTarget(call, conversationId);
  const [workspace] = await listUsable(call.services, call.member);
  if (!workspace) throw notFound();
  return { workspace };
}
