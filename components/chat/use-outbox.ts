import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { allItems } from '#lib/core/conversation/thread-tree.ts';
import { isSameAttachment } from '../artifacts/cards/draft-attachment.ts';
import { newClientMessageId } from '../ui/new-client-message-id.ts';
import { type Draft, outgoingMessage, sendMessage } from './send-message.ts';

/** A message being sent: shown until the durable one with the same client ID arrives. */
export interface PendingMessage extends Draft {
  clientMessageId: string;
}

const arrivedIds = (state: ConversationState): Set<string | null> =>
  new Set(
    [...allItems(state.tree), ...state.queued].map((item) =>
      item.kind === 'user' ? item.clientMessageId : null,
    ),
  );

/** Sends messages and shows them at once. `onRefused` gets back a draft that was refused, with the reason. */
export function useOutbox(
  conversationId: string,
  state: ConversationState,
  onRefused: (draft: Draft, error: string) => void,
) {
  'use memo';
  const [sent, setSent] = useState<PendingMessage[]>([]);
  // If the response was lost, the message may be accepted: it is resent under the same ID, and counts once.
  const unanswered = useRef<PendingMessage | null>(null);

  const send = async (draft: Draft, interrupt: boolean) => {
    const again = unanswered.current;
    const clientMessageId = again && isSameDraft(again, draft) ? again.clientMessageId : newClientMessageId();
    const message = { ...draft, clientMessageId };
    setSent((messages) => [...messages, message]);
    const result = await sendMessage(conversationId, outgoingMessage(message, interrupt));
    unanswered.current = !result.ok && result.code === 'network' ? message : null;
    if (result.ok) return;
    setSent((messages) => messages.filter((other) => other.clientMessageId !== clientMessageId));
    onRefused(draft, result.error);
  };

  const pending = useMemo(() => {
    if (sent.length === 0) return sent;
    const arrived = arrivedIds(state);
    return sent.filter(({ clientMessageId }) => !arrived.has(clientMessageId));
  }, [sent, state]);
  // A message that arrived and was then withdrawn must not show as pending again.
  useEffect(() => {
    if (pending.length < sent.length) setSent(pending);
  }, [pending, sent]);
  return { pending, send };
}

const isSameDraft = (a: Draft, b: Draft): boolean =>
  a.text === b.text &&
  a.isToTeam === b.isToTeam &&
  a.model === b.model &&
  a.attachments.length === b.attachments.length &&
  a.attachments.every((attachment, index) => {
    const other = b.attachments[index];
    return other !== undefined && isSameAttachment(attachment, other);
  });
