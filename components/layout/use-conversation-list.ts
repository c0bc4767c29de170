import { useEffect } from 'react';
import useSWR from 'swr';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { readResource } from '../ui/read-resource.ts';

interface List {
  conversations: ListedConversation[];
}

const listPath = `/api/conversations?limit=${pageLimits.listedConversations}`;

/**
 * The list as the server rendered it, read again by `refresh` and whenever the server says that it has changed. A
 * failed refresh leaves it unchanged.
 */
export function useConversationList(initial: ListedConversation[]) {
  'use memo';
  const { data, mutate } = useSWR<List>(listPath, (url: string) => readResource<List>(url), {
    fallbackData: { conversations: initial },
    revalidateOnMount: false,
    revalidateOnFocus: false,
    onErrorRetry: (_error, _url, _options, retry, attempt) => {
      setTimeout(() => void retry(attempt), pageLimits.listRetryMs);
    },
  });
  useEffect(() => {
    void mutate({ conversations: initial }, { revalidate: false });
  }, [mutate, initial]);
  useEffect(() => {
    const following = new AbortController();
    void followOnceLoaded(() => void mutate(), following.signal);
    return () => following.abort();
  }, [mutate]);

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

/** A page shows its list before it hears of changes. Where the code does not come, the list is read as it was before. */
async function followOnceLoaded(read: () => void, signal: AbortSignal): Promise<void> {
  const code = await import('./follow-list.ts').catch(() => null);
  if (code === null || signal.aborted) return;
  signal.addEventListener('abort', code.followList(read), { once: true });
}

const markRead = ({ conversations }: List, conversationId: string): List => ({
  conversations: conversations.map((one) =>
    one.id === conversationId && one.unreadCount > 0 ? { ...one, unreadCount: 0, isMentioned: false } : one,
  ),
});
