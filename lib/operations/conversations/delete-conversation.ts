import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import type { Services } from '#lib/services.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/** Deletes a conversation with its runs, calls, artifacts and worktree. */
export async function deleteConversation(
  { origin, member, services }: MemberCall,
  conversation: Conversation,
): Promise<void> {
  await removeConversation(services, conversation.id);
  await audit(services, origin, 'conversation.deleted', member, {
    subject: auditedConversation(conversation),
  });
}

/** The same, without a line in the audit log. */
export async function removeConversation(
  {
    clientCalls,
    runner,
    worktrees,
    stores,
    log,
  }: Pick<Services, 'clientCalls' | 'runner' | 'worktrees' | 'stores' | 'log'>,
  id: string,
): Promise<void> {
  await clientCalls.stopIn(id);
  await runner.remove(id);
  const warn = (error: unknown) => log.warn({ err: error }, 'a worktree is not removed whole');
  await worktrees.remove(id).catch(warn);
  // Or it is on the disk of another process.
  await stores.leases.ask(id, { kind: 'removed' }).catch(warn);
}
