import type { CallToolResult } from '@modelcontextprotocol/server';
import { callOfArtifact } from '#lib/core/conversation/call-of-artifact.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { seenImagesOf } from '#lib/core/vocabulary/events.ts';
import { requireReadable } from '#lib/operations/access.ts';
import { artifactPageUrl } from '#lib/operations/artifacts/artifact-page-url.ts';
import { isConversationOfClient } from '#lib/operations/conversations/client-conversation.ts';
import { loadModelImage } from '#lib/runs/model-images.ts';
import type { ToolCallOutcome } from '#lib/tools/tool-call.ts';
import type { McpCall } from '../mcp-call.ts';
import { findTarget, type GatewayCall, readGatewayTools } from './gateway-tools.ts';
import type { RunningCall } from './pending-calls.ts';

interface Wanted {
  server: string | null;
  name: string;
  input: Record<string, unknown>;
  /** `null`: the client's own of today. */
  conversationId: string | null;
  canElicit: boolean;
}

/**
 * Calls a tool for a client: its model gets the assistant view, its people see all of it here.
 * @throws VitrineError
 */
export async function callGatewayTool(
  call: GatewayCall,
  { server, name, input, conversationId, canElicit }: Wanted,
  running: RunningCall,
): Promise<CallToolResult> {
  const { services, member, client } = call;
  const target = await findTarget(call, conversationId);
  const found = (await readGatewayTools(call, server, target)).find((one) => one.name === name);
  if (!found) throw new VitrineError('not_found', `There is no tool ${name.slice(0, 80)} here`);
  // The token, and the conversation: its workspace may be closed meanwhile.
  const stillMay = async () => (await call.stillMay()) && (await mayStillUse(call, target.conversation));
  const revoked = new AbortController();
  const checking = setInterval(async () => {
    if (!(await stillMay())) revoked.abort();
  }, limits.rightsCheckMs);
  const outcome = await services.clientCalls
    .call({
      ...target,
      author: { id: member.id, name: member.name },
      clientId: client.id,
      client: client.name,
      tool: found.tool,
      input,
      signal: AbortSignal.any([running.signal, revoked.signal]),
      stillMay,
      onProgress: running.onProgress,
      elicit: async (question, signal) => (canElicit ? await running.elicit(question, signal) : null),
      mayRecall: ({ id }) => mayRecall(call, target.conversation.id, id),
    })
    .finally(() => clearInterval(checking));
  return await toCallResult(call, outcome);
}

/** As the member is now. A fault of the store is no refusal. */
async function mayStillUse({ services, member }: McpCall, conversation: Conversation): Promise<boolean> {
  const { mayUse } = await services
    .readWorkspaceRights(member.id, conversation.workspace)
    .catch(() => ({ mayUse: true }));
  return mayUse;
}

/** What the token may read, and what was made through it: yesterday's results, too. */
async function mayRecall(
  { services, member, client, scopes }: McpCall,
  conversationId: string,
  artifactId: string,
): Promise<boolean> {
  const readable = await requireReadable(services, member, artifactId).catch(() => null);
  const { conversation } = readable ?? {};
  if (!conversation) return false;
  if (scopes.includes('read') || isConversationOfClient(conversation, member, client)) return true;
  if (conversation.id !== conversationId) return false;
  const { toolCalls } = await services.readState(conversationId);
  const caller = callOfArtifact(toolCalls, artifactId)?.client;
  return caller?.name === client.name && caller.by.id === member.id;
}

async function toCallResult(
  { services, origin }: McpCall,
  { success, result, error, toolTelemetry }: ToolCallOutcome,
): Promise<CallToolResult> {
  const text = result?.content ?? error?.message ?? '';
  const images = await Promise.all(
    seenImagesOf(toolTelemetry).map((id) => loadModelImage(services.stores.artifacts, id)),
  );
  const { artifactId } = toolTelemetry;
  return {
    content: [
      { type: 'text', text },
      ...images.flatMap((image) =>
        image === null
          ? []
          : [
              {
                type: 'image' as const,
                mimeType: image.mediaType,
                data: Buffer.from(image.bytes).toString('base64'),
              },
            ],
      ),
    ],
    ...(success ? {} : { isError: true }),
    // For the client's people: models are not given what is here.
    ...(artifactId === null ? {} : { _meta: { 'vitrine/url': artifactPageUrl(origin, artifactId) } }),
  };
}
