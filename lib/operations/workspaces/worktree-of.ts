import { notFound, VitrineError } from '#lib/core/errors.ts';
import type { Conversation, Worktree } from '#lib/core/vocabulary/conversation.ts';
import type { Services } from '#lib/services.ts';
import { isWorkspaceError } from '#lib/workspace/workspace-error.ts';

/**
 * @throws VitrineError `not_found` if the conversation has no worktree, `not_possible` if its folder is gone
 */
export async function requireWorktree(
  services: Pick<Services, 'workspaces'>,
  conversation: Conversation,
): Promise<Worktree> {
  if (conversation.worktree === null) throw notFound();
  if ((await services.workspaces.of(conversation)) === null) {
    throw new VitrineError('not_possible', 'The worktree of this conversation no longer exists.');
  }
  return conversation.worktree;
}

/** Maps errors of the workspace to errors of the API. */
export async function inWorktree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isWorkspaceError(error)) throw error;
    const code = error.code === 'changed' || error.code === 'too_large' ? error.code : 'not_possible';
    throw new VitrineError(code, error.message, { cause: error });
  }
}
