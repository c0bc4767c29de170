import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { type Audience, audienceSchema, type Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import { checkAct } from '../access.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';
import { checkAudience } from './check-audience.ts';

export const titleSchema = z.string().trim().min(1).max(limits.titleCharacters);

export const conversationChangeSchema = z.strictObject({
  title: titleSchema.optional(),
  audience: audienceSchema.optional(),
  isArchived: z.boolean().optional(),
});

/**
 * Changes what the list shows of a conversation; who can see it is changed only by those who may manage it.
 * @throws VitrineError `forbidden`, `invalid_request`
 */
export async function changeConversation(
  call: MemberCall,
  original: Conversation,
  { title, audience, isArchived }: z.infer<typeof conversationChangeSchema>,
): Promise<Conversation> {
  const { member, services } = call;
  const { conversations, events } = services.stores;
  const now = new Date(services.nowMs()).toISOString();
  const { id } = original;
  let conversation = original;
  if (audience !== undefined) {
    checkAct(member, 'manage', original);
    const checked = await checkAudience(services, audience);
    await changeAudience(call, conversation, checked, now);
    conversation = { ...conversation, audience: checked };
  }
  if (title !== undefined) {
    await events.append(id, [durableEvent('conversation.renamed', { title }, now)]);
    await conversations.update(id, { title });
    conversation = { ...conversation, title };
  }
  if (isArchived !== undefined) {
    const archivedAt = isArchived ? (conversation.archivedAt ?? now) : null;
    await conversations.update(id, { archivedAt });
    conversation = { ...conversation, archivedAt };
  }
  return conversation;
}

/**
 * The record is changed first: it decides access, and open pages must not show a change that is not in force
 * yet.
 */
async function changeAudience(
  { origin, member, services }: MemberCall,
  conversation: Conversation,
  audience: Audience,
  now: string,
): Promise<void> {
  const { id } = conversation;
  const by = { id: member.id, name: member.name };
  await services.stores.conversations.update(id, { audience });
  await services.stores.events.append(id, [
    durableEvent('conversation.audience_changed', { audience, by }, now),
  ]);
  const detail = audience === 'team' ? 'team' : `private, ${audience.length} named besides its author`;
  const subject = auditedConversation({ ...conversation, audience });
  await audit(services, origin, 'conversation.audience_changed', member, { subject, detail });
}
