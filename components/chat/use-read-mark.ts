import { useEffectEvent, useSyncExternalStore } from 'react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { askedCalls, blockedReasonOf } from '#lib/core/conversation/permissions.ts';
import { useShell } from '../layout/shell-context.tsx';
import { sendJson } from '../ui/request-json.ts';
import { useEffectOn } from '../ui/use-effect-on.ts';

/** Messages that arrive together are marked once. */
const restMs = 250;

/** Marks a conversation as read up to its current end while that is in view (`isAtEnd`). */
export function useReadMark(conversationId: string, state: ConversationState, isAtEnd: boolean): void {
  const { recordRead } = useShell();
  const isVisible = useIsVisible();
  const mark = useEffectEvent(async () => {
    if (state.cursor === null) return;
    const path = `/api/conversations/${conversationId}/read`;
    const result = await sendJson<unknown>('PUT', path, { cursor: state.cursor });
    // If this fails, the next one makes up for it, or the next visit.
    if (result.ok) recordRead(conversationId);
  });
  const news = unreadOf(state);
  // `news` changes when something unread arrives.
  useEffectOn([isAtEnd, isVisible, news], () => {
    if (!isAtEnd || !isVisible) return;
    const timer = setTimeout(() => void mark(), restMs);
    return () => clearTimeout(timer);
  });
}

/**
 * A key that changes when something unread arrives: a message, the end of a run, or a run waiting for people.
 */
export function unreadOf(state: ConversationState): string {
  const { items, queued, activeRunId } = state;
  const waiting = queued.map(({ runId }) => runId).join(' ');
  return `${items.length} ${waiting} ${activeRunId} ${blockedReasonOf(state)} ${askedCalls(state).length}`;
}

const isVisibleNow = () => !document.hidden;

function useIsVisible(): boolean {
  return useSyncExternalStore(onVisibility, isVisibleNow, () => false);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
