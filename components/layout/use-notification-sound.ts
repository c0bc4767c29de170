import { useEffect, useRef } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import type { NotificationPreferences } from '#lib/core/vocabulary/profile/preferences.ts';
import { askedHere } from '../chat/asked-here.ts';

type Kinds = NotificationPreferences['kinds'];
type Marks = Readonly<Record<keyof Kinds, ReadonlySet<string>>>;

/** Makes a sound when the list shows something new of what the member wants to hear of. */
export function useNotificationSound(conversations: readonly ListedConversation[], kinds: Kinds): void {
  const before = useRef<Marks | null>(null);
  useEffect(() => {
    const marks = marksOf(conversations, askedHere());
    const last = before.current;
    before.current = marks;
    if (last !== null && isSounding(last, marks, kinds)) void play();
  }, [conversations, kinds]);
}

/** What is marked in the list, by conversation; `run_ended`: where a run goes on that this tab has asked for. */
export const marksOf = (conversations: readonly ListedConversation[], asked: ReadonlySet<string>): Marks => ({
  mention: new Set(conversations.filter((one) => one.isMentioned).map(({ id }) => id)),
  approval: new Set(
    conversations
      .filter((one) => one.isWaitingForMe)
      .map(({ id, waiting }) => `${id} ${waiting?.since ?? ''}`),
  ),
  run_ended: new Set(
    conversations
      .filter(({ id, isWorking, waiting }) => asked.has(id) && (isWorking || waiting !== null))
      .map(({ id }) => id),
  ),
});

/** Whether one came, or for runs whether one went. */
export const isSounding = (last: Marks, now: Marks, kinds: Kinds): boolean =>
  (kinds.mention.sound && hasMore(last.mention, now.mention)) ||
  (kinds.approval.sound && hasMore(last.approval, now.approval)) ||
  (kinds.run_ended.sound && hasMore(now.run_ended, last.run_ended));

const hasMore = (fewer: ReadonlySet<string>, more: ReadonlySet<string>): boolean =>
  [...more].some((one) => !fewer.has(one));

/** Without its code there is no sound, and nothing else is missing. */
async function play(): Promise<void> {
  const code = await import('../profile/play-sound.ts').catch(() => null);
  code?.playSound();
}
