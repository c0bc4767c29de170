import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { GitCredential, GitRemote } from '#lib/core/vocabulary/git-remote.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { requireConversation } from '../access.ts';
import { audit } from '../audit-log.ts';
import { submitMessage } from '../conversations/submit-message.ts';
import type { MemberCall } from '../member-call.ts';
import { readCredential, requireRemote, storeCredential } from './git-access.ts';
import { holdConversation } from './hold-conversation.ts';
import { openRequest } from './open-request.ts';
import { requireResolved } from './update-worktree.ts';
import { inWorktree, requireRepository } from './worktree-of.ts';

export interface PushWanted {
  /** Where to, as the member saw it. */
  remote: string;
  branch: string;
  /** Of the commit; the agent is added as its co-author. */
  message: string;
  /** Replaces the stored one; stored once the server has accepted it. */
  credential?: GitCredential | undefined;
  /** `null`: the branch is pushed, and no request is opened. */
  request: { title: string; body: string } | null;
}

export interface Pushed {
  branch: string;
  commit: string;
  /** Of the request; `null`: none was asked for. */
  url: string | null;
}

/**
 * Commits what a conversation's worktree has, or the workspace that it shares, pushes it to a branch of the workspace's remote with the member's own
 * token, and opens a request to merge it. Nothing is overwritten. A message to the team has the link.
 * @throws VitrineError `not_found`, `not_possible`; `changed` if the branch has other commits
 */
export async function pushWorktree(
  call: MemberCall,
  conversation: Conversation,
  wanted: PushWanted,
): Promise<Pushed> {
  const { origin, member, services } = call;
  const { id } = conversation;
  await requireRepository(services, conversation);
  const remote = await requireRemote(services, conversation.workspace, wanted.remote);
  const credential = wanted.credential ?? (await readCredential(services, member, remote));
  let pushed: Pushed = { branch: wanted.branch, commit: '', url: null };
  await holdConversation(services, id, async () => {
    const present = await requireConversation(services, member, id, 'write');
    const commit = await commitAndPush(call, { conversation: present, remote, credential }, wanted);
    await services.stores.conversations.update(id, { pushed: { branch: wanted.branch, commit } });
    pushed = { ...pushed, commit };
    return [];
  });
  if (wanted.credential) await storeCredential(services, member, remote, wanted.credential);
  if (wanted.request !== null) {
    const { title, body } = wanted.request;
    const token = credential?.token ?? '';
    pushed = { ...pushed, url: await openRequest(remote, { branch: wanted.branch, title, body, token }) };
  }
  await report(call, conversation, remote, pushed);
  await audit(services, origin, 'workspace.pushed', member, {
    subject: auditedConversation(conversation),
    detail: `${wanted.branch} to ${new URL(remote.url).host}, ${pushed.commit.slice(0, 12)}`,
  });
  return pushed;
}

interface PushPlan {
  conversation: Conversation;
  remote: GitRemote;
  credential: GitCredential | null;
}

async function commitAndPush(
  { origin, member, services }: MemberCall,
  { conversation, remote, credential }: PushPlan,
  { branch, message }: PushWanted,
): Promise<string> {
  const repository = await requireRepository(services, conversation);
  await requireResolved(services, repository);
  const { pushed } = conversation;
  const coAuthor = 'Co-authored-by: Vitrine agent <agent@vitrine.invalid>';
  const request = {
    ...{ url: remote.url, branch, credential, signal: origin.signal },
    parent: repository.commit,
    earlier: pushed?.branch === branch ? [pushed.commit ?? [], pushed.pending ?? []].flat() : [],
    message: `${message.trim()}\n\n${coAuthor}`,
    author: { name: plainAuthor(member.name), email: await emailOf(services, member) },
    async onCommit(pending: string) {
      const commit = pushed?.branch === branch ? pushed.commit : null;
      await services.stores.conversations.update(conversation.id, { pushed: { branch, commit, pending } });
    },
  };
  return await inWorktree(() => services.worktrees.push(repository.tree, request));
}

/** Git ends a name at these. */
const plainAuthor = (name: string): string => name.replace(/[\p{Cc}<>]+/gu, ' ').trim() || 'A member';

/** A name that no mail reaches, where the identity provider said none. */
async function emailOf({ stores }: Services, { id }: Member): Promise<string> {
  const record = await stores.members.get(id);
  return record?.email ?? `${id}@users.vitrine.invalid`;
}

/** For the team, and for the agent when it is asked next. */
async function report(
  call: MemberCall,
  conversation: Conversation,
  remote: GitRemote,
  pushed: Pushed,
): Promise<void> {
  const { services, member } = call;
  const { branch, commit, url } = pushed;
  const { host } = new URL(remote.url);
  const by = { id: member.id, name: member.name };
  const data = { branch, commit, host, url, by };
  const timestamp = new Date(services.nowMs()).toISOString();
  await services.stores.events.append(conversation.id, [durableEvent('worktree.pushed', data, timestamp)]);
  const text = url === null ? `Pushed \`${branch}\` to ${host}.` : `Pushed \`${branch}\` to ${host}: ${url}`;
  await submitMessage(call, conversation, { text, to: 'team' });
}
