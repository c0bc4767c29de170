import { notFound, VitrineError } from '#lib/core/errors.ts';
import type { Conversation, Worktree } from '#lib/core/vocabulary/conversation.ts';
import type { Services } from '#lib/services.ts';
import { isWorkspaceError } from '#lib/workspace/workspace-error.ts';
import type { WorkingTree } from '#lib/workspace/worktree/worktrees.ts';

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

/** What people review and push of a conversation. */
export interface Repository {
  tree: WorkingTree;
  /** That is checked out; `null`: none. */
  branch: string | null;
  /** The commit that a push follows. */
  commit: string;
  /** The commit that its changes are compared to. */
  base: string;
}

/**
 * The repository that a conversation works in: its own copy, or its workspace.
 * @returns `null`: that is no repository with a commit, or commands are off, and git with them
 */
export async function findRepository(
  services: Pick<Services, 'workspaces' | 'commands'>,
  conversation: Conversation,
): Promise<Repository | null> {
  const { id: conversationId } = conversation;
  if (conversation.worktree !== null)
    return {
      ...(await requireWorktree(services, conversation)),
      tree: { conversationId, shared: null },
    };
  if ((await services.commands.check()).mode === 'off') return null;
  const shared = await services.workspaces.of(conversation);
  const head = shared && (await shared.gitHead());
  return head && { ...head, tree: { conversationId, shared }, base: head.commit };
}

/** @throws VitrineError `not_found` if it works in no repository, `not_possible` if its folder is gone */
export async function requireRepository(
  services: Pick<Services, 'workspaces' | 'commands'>,
  conversation: Conversation,
): Promise<Repository> {
  const repository = await findRepository(services, conversation);
  if (repository === null) throw notFound();
  return repository;
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
