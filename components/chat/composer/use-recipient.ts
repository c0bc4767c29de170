import { useState } from 'react';
import { findMentioned } from '#lib/core/conversation/message-parts.ts';
import type { Mentionable } from './mentionable.ts';

/** Whom the next message is for. */
export interface Recipient {
  isTeam: boolean;
  choose: (isTeam: boolean) => void;
}

/**
 * Who gets the message: the agent, or people only. A message that mentions members and not `@agent` is
 * proposed to the team. `null`: there are no other people.
 */
export function useRecipient(text: string, mentionable: Mentionable | null): Recipient | null {
  const [chosen, setChosen] = useState<boolean | null>(null);
  // A new message is proposed anew.
  if (text === '' && chosen === false) setChosen(null);
  if (mentionable === null) return null;
  const isProposed =
    text.includes('@') &&
    !/(?<![\p{L}\p{N}_@])@agent(?![\p{L}\p{N}_])/iu.test(text) &&
    findMentioned(text, mentionable.people).length > 0;
  return { isTeam: chosen ?? isProposed, choose: setChosen };
}
