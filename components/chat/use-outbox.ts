import { useCallback, useMemo, useRef, useState } from 'react';
import type { ConversationState } from '../../lib/core/conversation-state.ts';
import { newClientMessageId, sendMessage } from './send-message.ts';

/** A message on its way: shown until the durable one with the same client ID is there. */
export interface PendingMessage {
  clientMessageId: string;
  text: string;
}

const arrivedIds = (state: ConversationState): Set<string | null> =>
  new Set(
    [...state.items, ...state.queued].map((item) => (item.kind === 'user' ? item.clientMessageId : null)),
  );

/** Sends messages and shows them at once. `onRefused` gets back a text that was not taken, with the reason. */
export function useOutbox(
  conversationId: string,
  state: ConversationState,
  onRefused: (text: string, error: string) => void,
) {
  const [sent, setSent] = useState<PendingMessage[]>([]);
  // An answer that was lost may have been taken: the same text goes again under the same ID, and counts once.
  const unanswered = useRef<PendingMessage | null>(null);

  const send = useCallback(
    async (text: string, interrupt: boolean) => {
      const isSameAgain = unanswered.current?.text === text;
      const clientMessageId =
        isSameAgain && unanswered.current ? unanswered.current.clientMessageId : newClientMessageId();
      const message = { clientMessageId, text };
      setSent((messages) => [...messages, message]);
      const result = await sendMessage(conversationId, interrupt ? { ...message, interrupt } : message);
      unanswered.current = !result.ok && result.code === 'network' ? message : null;
      if (result.ok) return;
      setSent((messages) => messages.filter((other) => other.clientMessageId !== clientMessageId));
      onRefused(text, result.error);
    },
    [conversationId, onRefused],
  );

  const pending = useMemo(() => {
    if (sent.length === 0) return sent;
    const arrived = arrivedIds(state);
    return sent.filter(({ clientMessageId }) => !arrived.has(clientMessageId));
  }, [sent, state]);
  return { pending, send };
}
