import type { ConversationUsage } from '#lib/core/api/conversation-usage.ts';
import { useResource } from '../ui/use-resource.ts';

/** Steps follow each other closely: one request serves those within a second. */
const restMs = 1_000;

/**
 * What the tools of servers take of the model's context, and what the split kept out, reloaded with each model call. `null`: not loaded yet. On failure the
 * previous value stays: the connection note reports when the server is unreachable.
 * @param revision changes with each model call
 */
export const useConversationUsage = (conversationId: string, revision: string): ConversationUsage | null =>
  useResource<ConversationUsage>(`/api/conversations/${conversationId}/usage`, { revision, restMs }).value;
