import { useEffect } from 'react';
import useSWR from 'swr';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { browserEventHub } from '../chat/browser-event-hub.ts';
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
    const reading = createPacedReader(() => void mutate());
    const stop = browserEventHub().followList(reading.request);
    return () => {
      stop();
      reading.cancel();
    };
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

/** Reads at the first request, and what is requested soon after together; a hidden page reads less often. */
function createPacedReader(read: () => void) {
  let readMs = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const run = () => {
    timer = null;
    readMs = Date.now();
    read();
  };
  return {
    request() {
      const paceMs = document.hidden ? pageLimits.hiddenListPaceMs : pageLimits.listPaceMs;
      // Not all pages at the same moment.
      const delayMs = Math.max(readMs + paceMs - Date.now(), Math.random() * pageLimits.listSpreadMs);
      timer ??= setTimeout(run, delayMs);
    },
    cancel() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const markRead = ({ conversations }: List, conversationId: string): List => ({
  conversations: conversations.map((one) =>
    one.id === conversationId && one.unreadCount > 0 ? { ...one, unreadCount: 0, isMentioned: false } : one,
  ),
});
