import type { ConversationUsage } from '#lib/core/api/conversation-usage.ts';
import { useResource } from '../ui/use-resource.ts';

/** Steps follow each other closely: one request serves those within a second. */
const restMs = 1_000;

/**
 * What fills the model's context, reloaded whenever the history grows. `null`: not loaded yet. On failure the
 * previous value stays: the connection note reports when the server is unreachable.
 * @param revision revision of the history
 */
export const useConversationUsage = (conversationId: string, revision: string): ConversationUsage | null =>
  useResource<ConversationUsage>(`/api/conversations/${conversationId}/usage`, { revision, restMs }).value;
