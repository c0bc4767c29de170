import type { Conversation } from '../../core/conversation.ts';
import { memberOf } from '../../core/member.ts';
import { findMentioned } from '../../core/message-parts.ts';
import { may } from '../../core/rights.ts';
import type { Services } from '../../services.ts';

/** The members a message mentions by name, among those who may read the conversation. */
export async function findMentions(
  { stores }: Pick<Services, 'stores'>,
  conversation: Conversation,
  text: string,
): Promise<{ id: string; name: string }[]> {
  if (!text.includes('@')) return [];
  const readers = (await stores.members.list())
    .filter(({ removedAt }) => removedAt === null)
    .map(memberOf)
    .filter((member) => may(member, 'read', { kind: 'conversation', conversation }));
  return findMentioned(text, readers).map(({ id, name }) => ({ id, name }));
}
