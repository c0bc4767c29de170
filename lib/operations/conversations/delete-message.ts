import type { MessageAuthor } from '#lib/runs/queue-decisions.ts';
import type { Services } from '#lib/services.ts';

/**
 * Withdraws a message that waits, or deletes one that is in the thread.
 * @throws VitrineError `not_found`, `forbidden`, `not_possible` while it is being answered
 */
export async function deleteMessage(
  { runner, threadActs, readState }: Pick<Services, 'runner' | 'threadActs' | 'readState'>,
  conversationId: string,
  messageId: string,
  by: MessageAuthor,
): Promise<void> {
  const { queued } = await readState(conversationId);
  const isQueued = queued.some((item) => item.kind === 'user' && item.messageId === messageId);
  if (isQueued) await runner.changeMessage(conversationId, messageId, null, by);
  else await threadActs.deleteMessage(conversationId, messageId, by);
}
