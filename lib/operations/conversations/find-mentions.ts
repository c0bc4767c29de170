import { findMentioned } from '#lib/core/conversation/message-parts.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import { memberOf } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';

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
