import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { browserEventHub } from './browser-event-hub.ts';
import { createConversationStore } from './conversation-store.ts';
import type { StreamStatus } from './stream-connection.ts';

const hiddenFrameMs = 100;

/** A hidden tab gets no frames, but its title and state must still update. */
const nextFrame = (run: () => void) => {
  if (document.hidden) setTimeout(run, hiddenFrameMs);
  else requestAnimationFrame(run);
};

/** The conversation as the server rendered it, updated by its events. */
export function useConversation(conversationId: string, initial: ConversationState) {
  const [store] = useState(() => createConversationStore(initial, nextFrame));
  const [status, setStatus] = useState<StreamStatus>('connecting');
  useEffect(
    () =>
      browserEventHub().follow({
        conversationId,
        cursor: () => store.read().cursor,
        onEvent: store.apply,
        onStatus: setStatus,
      }),
    [conversationId, store],
  );
  const state = useSyncExternalStore(store.subscribe, store.read, store.read);
  return { state, status };
}
