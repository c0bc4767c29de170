import { useEffect, useState } from 'react';
import type { ConversationUsage } from '#lib/core/api/conversation-usage.ts';
import { requestJson } from '../ui/request-json.ts';

/** Steps follow each other closely: one request serves those within a second. */
const restMs = 1_000;

/**
 * What fills the model's context, reloaded whenever the history grows. `null`: not loaded yet.
 * @param revision revision of the history
 */
export function useConversationUsage(conversationId: string, revision: string): ConversationUsage | null {
  const [usage, setUsage] = useState<ConversationUsage | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the history grows
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const url = `/api/conversations/${conversationId}/usage`;
      const result = await requestJson<ConversationUsage>(url, { signal: controller.signal });
      // On failure the previous value is kept: the connection note reports when the server is unreachable.
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
