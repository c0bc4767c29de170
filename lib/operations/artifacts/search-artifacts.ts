import {
  artifactOf,
  type ConversationState,
  type ToolCallState,
} from '#lib/core/conversation/conversation-state.ts';
import type { ThreadItem } from '#lib/core/conversation/thread-items.ts';
import { allItems } from '#lib/core/conversation/thread-tree.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { listConversations, requireConversation } from '../access.ts';

/** An artifact, and the conversation that it is in. */
export interface ListedArtifact {
  metadata: ArtifactMetadata;
  conversation: Pick<Conversation, 'id' | 'title'>;
}

interface Wanted {
  /** Words of its title or of the call that made it, in any order; empty: all. */
  query: string;
  /** `null`: in the conversations that changed last. */
  conversationId: string | null;
  limit: number;
}

/**
 * Searches the artifacts that a member may read by what is written on their cards, not by their content, the latest
 * first. It reads logs, and stops at a maximum number of them or after a time limit.
 * @throws VitrineError `not_found` for a conversation that they may not read
 */
export async function searchArtifacts(
  services: Pick<Services, 'stores' | 'readState' | 'nowMs'>,
  member: Member,
  { query, conversationId, limit }: Wanted,
): Promise<{ artifacts: ListedArtifact[]; isCut: boolean }> {
  const endMs = services.nowMs() + limits.conversationSearchMs;
  const all =
    conversationId === null
      ? (await listConversations(services, member)).toSorted(byLatestChange)
      : [await requireConversation(services, member, conversationId)];
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const artifacts: ListedArtifact[] = [];
  for (const [index, conversation] of all.entries()) {
    if (index === limits.searchedConversations || services.nowMs() >= endMs)
      return { artifacts, isCut: true };
    const ids = labelledArtifacts(await services.readState(conversation.id))
      .filter(({ label }) => words.every((word) => label.includes(word)))
      .map(({ id }) => id);
    for (const id of ids) {
      if (artifacts.length === limit) return { artifacts, isCut: true };
      const record = await services.stores.artifacts.get(id);
      if (record !== null) artifacts.push({ metadata: record.metadata, conversation });
    }
  }
  return { artifacts, isCut: false };
}

const byLatestChange = (one: Conversation, other: Conversation): number =>
  one.updatedAt < other.updatedAt ? 1 : -1;

/** The artifacts of tool calls and those that members attached, the latest first, each once. */
function labelledArtifacts({ tree, toolCalls }: ConversationState): { id: string; label: string }[] {
  const labels = new Map<string, string>();
  for (const item of allItems(tree)) {
    if (item.kind === 'user') {
      for (const { artifactId, title } of item.attachments) labels.set(artifactId, title);
    } else {
      for (const toolCallId of callIdsOf(item)) {
        const call = toolCalls[toolCallId];
        const id = call && artifactOf(call);
        if (call && id) labels.set(id, labelOf(call));
      }
    }
  }
  return [...labels].map(([id, label]) => ({ id, label: label.toLowerCase() })).toReversed();
}

function callIdsOf(item: ThreadItem): string[] {
  if (item.kind === 'client_call') return [item.toolCallId];
  return item.kind === 'assistant' ? item.toolRequests.map(({ toolCallId }) => toolCallId) : [];
}

const labelOf = ({ result, toolName, arguments: input }: ToolCallState): string =>
  `${result?.toolTelemetry.title ?? ''} ${toolName} ${JSON.stringify(input).slice(0, limits.labelCharacters)}`;
