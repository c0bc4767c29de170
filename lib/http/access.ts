import type { Conversation } from '../core/conversation.ts';
import { notFound } from '../core/errors.ts';
import type { Member } from '../core/member.ts';
import type { Services } from '../services.ts';
import type { ArtifactRecord } from '../stores/stores.ts';

/** What a member may reach: every route and every stream asks here. Unknown and forbidden are one answer. */
type Rights = Pick<Services, 'stores'>;

export async function requireConversation(
  { stores }: Rights,
  _member: Member,
  id: string,
): Promise<Conversation> {
  const conversation = await stores.conversations.get(id);
  if (!conversation) throw notFound();
  return conversation;
}

/** An artifact is reached through its conversation; frozen copies of shares have none and are reached by their token. */
export async function requireArtifact(services: Rights, member: Member, id: string): Promise<ArtifactRecord> {
  const record = id.startsWith('art_') ? await services.stores.artifacts.get(id) : null;
  if (!record) throw notFound();
  await requireConversation(services, member, record.metadata.conversationId);
  return record;
}
