import type { Conversation, Worktree } from '../../core/conversation.ts';
import { notFound, VitrineError } from '../../core/errors.ts';
import type { Member } from '../../core/member.ts';
import type { Act } from '../../core/rights.ts';
import type { Services } from '../../services.ts';
import { isWorkspaceError } from '../../workspace/workspace-error.ts';
import { requireConversation } from '../access.ts';

export interface WithWorktree {
  conversation: Conversation;
  worktree: Worktree;
}

/** @throws VitrineError `not_found` where it has none */
export async function requireWorktree(
  services: Services,
  member: Member,
  id: string,
  act: Act,
): Promise<WithWorktree> {
  const conversation = await requireConversation(services, member, id, act);
  if (conversation.worktree === null) throw notFound();
  if ((await services.workspaces.of(conversation)) === null) {
    throw new VitrineError('not_possible', 'The worktree of this conversation no longer exists.');
  }
  return { conversation, worktree: conversation.worktree };
}

/** What the workspace refuses, as an answer. */
export async function inWorktree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isWorkspaceError(error)) throw error;
    const code = error.code === 'changed' || error.code === 'too_large' ? error.code : 'not_possible';
    throw new VitrineError(code, error.message, { cause: error });
  }
}
