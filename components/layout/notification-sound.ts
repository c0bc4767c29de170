import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import type { NotificationPreferences } from '#lib/core/vocabulary/profile/preferences.ts';
import { askedHere } from '../chat/asked-here.ts';
import { playSoundOnce } from '../profile/play-sound.ts';

type Kinds = NotificationPreferences['kinds'];
type Marks = Readonly<Record<'mention' | 'approval' | 'working' | 'resting', ReadonlySet<string>>>;

/** Of the list that was looked at last; `null`: there was none. */
let last: Marks | null = null;

/** Looks at a list, and makes a sound when it shows something that the one before did not. */
export function soundForList(conversations: readonly ListedConversation[], kinds: Kinds): void {
  const before = last;
  last = marksOf(conversations, askedHere());
  if (before !== null && isSounding(before, last, kinds)) void playSoundOnce();
}

/** What is marked in the list, by conversation; of runs, those in conversations in which this tab has asked. */
export function marksOf(conversations: readonly ListedConversation[], asked: ReadonlySet<string>): Marks {
  const isAtWork = ({ isWorking, waiting }: ListedConversation) => isWorking || waiting !== null;
  const ids = (among: readonly ListedConversation[]) => new Set(among.map(({ id }) => id));
  const own = conversations.filter(({ id }) => asked.has(id));
  return {
    mention: ids(conversations.filter((one) => one.isMentioned)),
    approval: new Set(
      conversations
        .filter((one) => one.isWaitingForMe)
        .map(({ id, waiting }) => `${id} ${waiting?.since ?? ''}`),
    ),
    working: ids(own.filter(isAtWork)),
    resting: ids(own.filter((one) => !isAtWork(one))),
  };
}

/** Whether something came, or a run ended. */
export function isSounding(last: Marks, now: Marks, kinds: Kinds): boolean {
  const isNew = (name: 'mention' | 'approval') =>
    kinds[name].sound && [...now[name]].some((one) => !last[name].has(one));
  // One that left the list has not ended.
  const hasEnded = kinds.run_ended.sound && [...last.working].some((id) => now.resting.has(id));
  return isNew('mention') || isNew('approval') || hasEnded;
}
