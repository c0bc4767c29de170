import { useEffect, useRef } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';

/**
 * Puts the number of unread conversations before the page's title, whatever that becomes: `(2) Vitrine`. The
 * open conversation only counts while the page is hidden.
 */
export function useUnreadTitle(conversations: readonly ListedConversation[], currentId: string | null): void {
  const unread = conversations.filter(({ unreadCount }) => unreadCount > 0);
  const others = unread.filter(({ id }) => id !== currentId).length;
  const all = unread.length;
  /** The prefix that was added last. */
  const mark = useRef('');
  useEffect(() => {
    const put = () => {
      const count = document.hidden ? all : others;
      const next = count === 0 ? '' : `(${count}) `;
      const { title } = document;
      const bare = title.startsWith(mark.current) ? title.slice(mark.current.length) : title;
      mark.current = next;
      if (next + bare !== title) document.title = next + bare;
    };
    put();
    const observer = new MutationObserver(put);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    document.addEventListener('visibilitychange', put);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', put);
    };
  }, [all, others]);
}
