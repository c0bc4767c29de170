import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limits } from '#lib/core/limits.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { readResource } from '../ui/use-resource.ts';

/** A hidden page only polls at every fifth beat. */
const hiddenBeats = 5;
const url = '/api/conversations';
const queryKey = [url];

interface List {
  conversations: ListedConversation[];
}

/**
 * The list as the server rendered it, updated by `refresh`. A failed refresh leaves it unchanged.
 * @param isShared others change it too, so it is reloaded every few seconds
 */
export function useConversationList(initial: ListedConversation[], isShared: boolean) {
  const client = useQueryClient();
  const { data, refetch } = useQuery<List>({
    queryKey,
    queryFn: ({ signal }) => readResource<List>(url, signal),
    initialData: { conversations: initial },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isShared && beatMs,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: isShared ? 'always' : false,
  });
  useEffect(() => {
    client.setQueryData<List>(queryKey, { conversations: initial });
  }, [client, initial]);

  /** Applied at once; an answer to an earlier request is outdated. */
  const recordRead = (conversationId: string) => {
    void client.cancelQueries({ queryKey });
    client.setQueryData<List>(queryKey, (list) => list && markRead(list, conversationId));
  };
  return { conversations: data.conversations, refresh: () => void refetch(), recordRead };
}

/** Also asked while the server renders. */
const beatMs = (): number =>
  limits.listBeatMs * (typeof document !== 'undefined' && document.hidden ? hiddenBeats : 1);

const markRead = ({ conversations }: List, conversationId: string): List => ({
  conversations: conversations.map((one) =>
    one.id === conversationId && one.isUnread ? { ...one, isUnread: false, isMentioned: false } : one,
  ),
});
