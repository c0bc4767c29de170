import { VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { GitCredential } from '#lib/core/vocabulary/git-remote.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import type { Services } from '#lib/services.ts';
import { requireConversation } from '../access.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';
import { readCredential, requireRemote, storeCredential } from './git-access.ts';
import { holdConversation } from './hold-conversation.ts';
import { inWorktree, type Repository, requireWorktree } from './worktree-of.ts';

export interface UpdateWanted {
  /** Where from, as the member saw it. */
  remote: string;
  /** Replaces the stored one; stored once the server has accepted it. */
  credential?: GitCredential | undefined;
}

export interface Updated {
  /** Of the branch that it now follows. */
  commit: string;
  isNew: boolean;
  /** Files in which both versions are, between marks. */
  conflicts: string[];
  /** Files that cannot be merged, of which the worktree's version stays. */
  kept: string[];
}

const maxListed = 100;

/**
 * Fetches the branch that requests of a workspace go into, and moves a conversation's worktree to it with its changes, which
 * stay uncommitted. Conflicts are in the files, and in the thread.
 * @throws VitrineError `not_found`, `not_possible`, `changed`
 */
export async function updateWorktree(
  call: MemberCall,
  conversation: Conversation,
  wanted: UpdateWanted,
): Promise<Updated> {
  const { origin, member, services } = call;
  const { id } = conversation;
  await requireWorktree(services, conversation);
  const remote = await requireRemote(services, conversation.workspace, wanted.remote);
  const credential = wanted.credential ?? (await readCredential(services, member, remote));
  const { host } = new URL(remote.url);
  const branch = remote.target;
  let updated: Updated = { commit: '', isNew: false, conflicts: [], kept: [] };
  await holdConversation(services, id, async () => {
    const worktree = await requireWorktree(
      services,
      await requireConversation(services, member, id, 'write'),
    );
    const { commit: start, base, branch: ownBranch } = worktree;
    await requireResolved(services, { tree: { conversationId: id, shared: null }, base });
    const { url } = remote;
    const moved = await inWorktree(() =>
      services.worktrees.update(id, {
        ...{ url, branch, credential, signal: origin.signal },
        ...{ start, base, ownBranch },
      }),
    );
    updated = { ...updated, commit: moved?.commit ?? start };
    if (moved === null) return [];
    const { commit, conflicts, kept } = moved;
    updated = { commit, isNew: true, conflicts, kept };
    await services.stores.conversations.update(id, {
      worktree: { ...worktree, commit, base: moved.base, conflicts },
    });
    const data = {
      branch,
      host,
      commit,
      conflicts: conflicts.slice(0, maxListed),
      kept: kept.slice(0, maxListed),
      by: { id: member.id, name: member.name },
    };
    return [durableEvent('worktree.updated', data, new Date(services.nowMs()).toISOString())];
  });
  if (wanted.credential) await storeCredential(services, member, remote, wanted.credential);
  if (updated.isNew)
    await audit(services, origin, 'workspace.updated', member, {
      subject: auditedConversation(conversation),
      detail: `${branch} of ${host}, ${updated.commit.slice(0, 12)}`,
    });
  return updated;
}

/** Files in which both versions of the last update still are. */
export const readConflicts = async (
  { worktrees }: Pick<Services, 'worktrees'>,
  { worktree }: Conversation,
  { tree, base }: Repository,
): Promise<string[]> =>
  worktree?.conflicts?.length ? await inWorktree(() => worktrees.findConflicts(tree, base)) : [];

/**
 * Whether or not an update is on record: the server may have ended before it was.
 * @throws VitrineError `not_possible`: there are conflicts
 */
export async function requireResolved(
  { worktrees }: Pick<Services, 'worktrees'>,
  { tree, base }: Pick<Repository, 'tree' | 'base'>,
): Promise<void> {
  const left = await inWorktree(() => worktrees.findConflicts(tree, base));
  const more = left.length > 5 ? ` and ${left.length - 5} more` : '';
  if (left.length > 0)
    throw new VitrineError(
      'not_possible',
      `Both versions are still in ${left.slice(0, 5).join(', ')}${more}. Resolve these conflicts first.`,
    );
}
