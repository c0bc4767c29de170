import type { Conversation } from '../core/conversation.ts';
import type { Member } from '../core/member.ts';
import type { Services } from '../services.ts';
import { audit, auditedConversation } from './audit-log.ts';

interface Call {
  request: Request;
  member: Member;
  services: Services;
}

/** Deletes a conversation with its runs, artifacts and worktree. */
export async function deleteConversation(
  { request, member, services }: Call,
  conversation: Conversation,
): Promise<void> {
  await services.runner.remove(conversation.id);
  await services.worktrees
    .remove(conversation.id)
    .catch((error: unknown) => services.log.warn({ err: error }, 'a worktree is not removed whole'));
  await audit(services, request, 'conversation.deleted', member, {
    subject: auditedConversation(conversation),
  });
}
