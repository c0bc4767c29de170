import { VitrineError } from '#lib/core/errors.ts';
import type { Conversation, Worktree } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import { requireConversation } from '../access.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';
import { holdConversation } from './hold-conversation.ts';
import { holdLease } from './hold-lease.ts';
import { requireResolved } from './update-worktree.ts';
import { inWorktree, requireWorktree } from './worktree-of.ts';

/**
 * Applies the changes in the conversation's copy to the workspace as uncommitted changes, all or none.
 * @throws VitrineError `not_found`, `not_possible`; `changed` where they do not apply, with the files
 */
export async function mergeWorktree(call: MemberCall, conversation: Conversation): Promise<number> {
  const { origin, member, services } = call;
  const { id } = conversation;
  await requireWorktree(services, conversation);
  const { stores, worktrees, workspaces, nowMs } = services;
  const base = await workspaces.find(conversation.workspace);
  if (base === null) {
    throw new VitrineError('not_possible', `The workspace ${conversation.workspace} no longer exists.`);
  }
  let fileCount = 0;
  await holdConversation(services, id, async () => {
    const worktree = await readWorktreeAgain(call, id);
    const { base: since } = worktree;
    await requireResolved(services, { tree: { conversationId: id, shared: null }, base: since });
    const change = await holdLease(services, `workspace:${base.name}`, oneAtATime, () =>
      inWorktree(() => worktrees.merge(base, id, since)),
    );
    fileCount = change.fileCount;
    if (fileCount === 0)
      throw new VitrineError('not_possible', 'Nothing has changed, so there is nothing to merge.');
    await stores.conversations.update(id, { worktree: { ...worktree, base: change.commit } });
    const by = { id: member.id, name: member.name };
    return [durableEvent('worktree.merged', { fileCount, by }, new Date(nowMs()).toISOString())];
  });
  await audit(services, origin, 'workspace.merged', member, {
    subject: auditedConversation(conversation),
    detail: `${fileCount} ${fileCount === 1 ? 'file' : 'files'} into ${conversation.workspace}`,
  });
  return fileCount;
}

/** Two processes may try to merge two conversations into one workspace at once. */
const oneAtATime = {
  mayWait: async () => true,
  busy: () => new VitrineError('not_possible', 'Another merge into this workspace is under way. Try again.'),
};

/** Undoes all changes in the conversation's copy since it was made, or since the last merge. */
export async function discardWorktree(call: MemberCall, conversation: Conversation): Promise<void> {
  const { origin, member, services } = call;
  const { id } = conversation;
  await requireWorktree(services, conversation);
  await holdConversation(services, id, async () => {
    const worktree = await readWorktreeAgain(call, id);
    await inWorktree(() => services.worktrees.discard(id, worktree));
    const by = { id: member.id, name: member.name };
    return [durableEvent('worktree.discarded', { by }, new Date(services.nowMs()).toISOString())];
  });
  await audit(services, origin, 'workspace.discarded', member, {
    subject: auditedConversation(conversation),
    detail: `of ${conversation.workspace}`,
  });
}

/**
 * Reads the worktree again, since somebody may have merged, discarded or changed the audience during the
 * wait.
 */
const readWorktreeAgain = async ({ member, services }: MemberCall, id: string): Promise<Worktree> =>
  await requireWorktree(services, await requireConversation(services, member, id, 'write'));
