import { findMentioned } from '#lib/core/conversation/message-parts.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import { memberWithRights } from '#lib/core/vocabulary/team/member-with-rights.ts';
import type { Services } from '#lib/services.ts';

/** The members a message mentions by name, among those who may read the conversation. */
export async function findMentions(
  { stores }: Pick<Services, 'stores'>,
  conversation: Conversation,
  text: string,
): Promise<{ id: string; name: string }[]> {
  if (!text.includes('@')) return [];
  const [members, chosen] = await Promise.all([stores.members.list(), stores.settings.get()]);
  const readers = members
    .filter(({ removedAt }) => removedAt === null)
    .map((record) => memberWithRights(record, chosen))
    .filter((member) => may(member, 'read', { kind: 'conversation', conversation }));
  return findMentioned(text, readers).map(({ id, name }) => ({ id, name }));
}
