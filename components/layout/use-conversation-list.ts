import { useCallback, useEffect, useState } from 'react';
import type { ListedConversation } from '../../lib/core/conversation.ts';
import { requestJson } from '../ui/request-json.ts';

/** The list as the server rendered it, and as it is after `refresh`. A failed refresh leaves what is there. */
export function useConversationList(initial: ListedConversation[]) {
  const [conversations, setConversations] = useState(initial);
  useEffect(() => setConversations(initial), [initial]);

  const refresh = useCallback(async () => {
    const result = await requestJson<{ conversations: ListedConversation[] }>('/api/conversations');
    if (result.ok) setConversations(result.value.conversations);
  }, []);
  return { conversations, refresh };
}
