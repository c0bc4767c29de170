import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/** Deletes a conversation with its runs, calls, artifacts and worktree. */
export async function deleteConversation(
  { origin, member, services }: MemberCall,
  conversation: Conversation,
): Promise<void> {
  await services.clientCalls.stopIn(conversation.id);
  await services.runner.remove(conversation.id);
  await services.worktrees
    .remove(conversation.id)
    .catch((error: unknown) => services.log.warn({ err: error }, 'a worktree is not removed whole'));
  await audit(services, origin, 'conversation.deleted', member, {
    subject: auditedConversation(conversation),
  });
}
