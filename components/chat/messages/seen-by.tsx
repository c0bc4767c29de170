'use client';

import { Avatar } from '#components/ui/avatar.tsx';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { isLaterEvent } from '#lib/core/vocabulary/is-later-event.ts';

const maxShown = 8;

/** Under the last message: who else has read all of the conversation. */
export function SeenBy(props: Pick<ConversationState, 'reads' | 'messageCursor'> & { memberId: string }) {
  const { reads, messageCursor, memberId } = props;
  if (messageCursor === null) return null;
  const names = Object.entries(reads)
    .filter(([id, { cursor }]) => id !== memberId && !isLaterEvent(messageCursor, cursor))
    .map(([, { name }]) => name)
    .sort((one, other) => one.localeCompare(other, 'en'));
  if (names.length === 0) return null;
  return (
    <p className="seen-by" title={names.join(', ')}>
      Seen by
      {names.slice(0, maxShown).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
        <Avatar key={index} name={name} />
      ))}
      <span className="vh">{names.join(', ')}</span>
      {names.length > maxShown && ` and ${names.length - maxShown} more`}
    </p>
  );
}
