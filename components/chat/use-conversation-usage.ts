import { useEffect, useState } from 'react';
import type { ConversationUsage } from '../../lib/core/conversation-usage.ts';
import { requestJson } from '../ui/request-json.ts';

/** Steps follow each other closely: one reading serves those of a second. */
const restMs = 1_000;

/**
 * What fills the model's context, read anew whenever the history has grown. `null`: not read yet.
 * @param revision of the history
 */
export function useConversationUsage(conversationId: string, revision: string): ConversationUsage | null {
  const [usage, setUsage] = useState<ConversationUsage | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer history is another reading
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const url = `/api/conversations/${conversationId}/usage`;
      const result = await requestJson<ConversationUsage>(url, { signal: controller.signal });
      // What was read before stays: the connection's own note says when the server is away.
      if (result.ok) setUsage(result.value);
    };
    const timer = setTimeout(() => void read(), usage === null ? 0 : restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [conversationId, revision]);
  return usage;
}
