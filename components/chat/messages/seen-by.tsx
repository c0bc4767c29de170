'use client';

import { Avatar } from '#components/ui/avatar.tsx';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { isLaterEvent } from '#lib/core/vocabulary/is-later-event.ts';

const maxShown = 8;

/** Under the last message: who else has read all of the conversation. */
export function SeenBy(props: Pick<ConversationState, 'reads' | 'messageCursor'> & { memberId: string }) {
  const { reads, messageCursor, memberId } = props;
  if (messageCursor === null) return null;
  const readers = Object.entries(reads)
    .filter(([id, { cursor }]) => id !== memberId && !isLaterEvent(messageCursor, cursor))
    .map(([id, { name }]) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  if (readers.length === 0) return null;
  const names = readers.map(({ name }) => name);
  return (
    <p className="seen-by" title={names.join(', ')}>
      Seen by
      {readers.slice(0, maxShown).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} />
      ))}
      <span className="vh">{names.join(', ')}</span>
      {names.length > maxShown && ` and ${names.length - maxShown} more`}
    </p>
  );
}
