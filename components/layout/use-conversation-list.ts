import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '#lib/core/limits.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { requestJson } from '../ui/request-json.ts';

/** A hidden page only polls at every fifth beat. */
const hiddenBeats = 5;

/**
 * The list as the server rendered it, updated by `refresh`. A failed refresh leaves it unchanged.
 * @param isShared others change it too, so it is reloaded every few seconds
 */
export function useConversationList(initial: ListedConversation[], isShared: boolean) {
  const [conversations, setConversations] = useState(initial);
  useEffect(() => setConversations(initial), [initial]);
  /** Number of the latest change or request: responses to earlier requests are outdated. */
  const latest = useRef(0);

  const refresh = useCallback(async () => {
    latest.current += 1;
    const asked = latest.current;
    const result = await requestJson<{ conversations: ListedConversation[] }>('/api/conversations');
    if (!result.ok || asked !== latest.current) return;
    const { conversations: next } = result.value;
    setConversations((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, []);
  useBeat(isShared, refresh);

  /** Applied at once, before the list is reloaded. */
  const recordRead = useCallback((conversationId: string) => {
    latest.current += 1;
    setConversations((all) =>
      all.some(({ id, isUnread }) => id === conversationId && isUnread)
        ? all.map((one) =>
            one.id === conversationId ? { ...one, isUnread: false, isMentioned: false } : one,
          )
        : all,
    );
  }, []);
  return { conversations, refresh, noteRead: recordRead };
}

/** Calls `act` at intervals, and whenever the page becomes visible. */
function useBeat(isOn: boolean, act: () => Promise<void>): void {
  useEffect(() => {
    if (!isOn) return;
    let beats = 0;
    let isActing = false;
    /** A slow server is not asked again before it has answered. */
    const actOnce = () => {
      if (isActing) return;
      isActing = true;
      void act().finally(() => {
        isActing = false;
      });
    };
    const beat = () => {
      beats += 1;
      if (!document.hidden || beats % hiddenBeats === 0) actOnce();
    };
    const look = () => {
      if (!document.hidden) actOnce();
    };
    const timer = setInterval(beat, limits.listBeatMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOn, act]);
}
