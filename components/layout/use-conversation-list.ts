import { useEffect } from 'react';
import useSWR from 'swr';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { readResource } from '../ui/read-resource.ts';

/** A hidden page only polls at every fifth beat. */
const hiddenBeats = 5;

interface List {
  conversations: ListedConversation[];
}

/**
 * The list as the server rendered it, updated by `refresh`. A failed refresh leaves it unchanged.
 * @param isShared others change it too, so it is reloaded every few seconds
 */
export function useConversationList(initial: ListedConversation[], isShared: boolean) {
  'use memo';
  const { data, mutate } = useSWR<List>('/api/conversations', (url: string) => readResource<List>(url), {
    fallbackData: { conversations: initial },
    revalidateOnMount: false,
    refreshInterval: isShared ? beatMs : 0,
    refreshWhenHidden: true,
    revalidateOnFocus: isShared,
    // SWR ends its own interval at the first failure.
    shouldRetryOnError: isShared,
    onErrorRetry: (_error, _url, _options, retry, attempt) => {
      setTimeout(() => void retry(attempt), beatMs());
    },
  });
  useEffect(() => {
    void mutate({ conversations: initial }, { revalidate: false });
  }, [mutate, initial]);

  /** Applied at once; an answer to an earlier request is outdated. */
  const recordRead = (conversationId: string) => {
    void mutate((list) => list && markRead(list, conversationId), { revalidate: false });
  };
  return {
    conversations: data?.conversations ?? initial,
    refresh: () => void mutate(),
    recordRead,
  };
}

const beatMs = (): number => pageLimits.listBeatMs * (document.hidden ? hiddenBeats : 1);

const markRead = ({ conversations }: List, conversationId: string): List => ({
  conversations: conversations.map((one) =>
    one.id === conversationId && one.isUnread ? { ...one, isUnread: false, isMentioned: false } : one,
  ),
});
