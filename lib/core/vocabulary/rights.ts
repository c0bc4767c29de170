import type { ArtifactMetadata } from './artifact.ts';
import type { Conversation } from './conversation.ts';
import type { Share } from './share.ts';
import type { Member } from './team/member.ts';

/**
 * What somebody wants to access. Runs, streams, artifacts and terminals are accessed through their
 * conversation.
 */
export type RightsSubject =
  /** The team's members, invites, policies, workspaces, shares and audit log. */
  | { kind: 'team' }
  | { kind: 'conversation'; conversation: Pick<Conversation, 'createdBy' | 'audience' | 'workspace'> }
  /** To use it (`read`), to run commands in it (`write`), to decide who may (`manage`). */
  | { kind: 'workspace'; name: string }
  | { kind: 'share'; share: Pick<Share, 'createdBy' | 'audience'> }
  /** An artifact that its author uploaded and has not sent with a message yet. */
  | { kind: 'upload'; metadata: Pick<ArtifactMetadata, 'author'> };

/**
 * `read` includes following and copying; `write` includes sending messages, answering and running; `manage`
 * includes deciding who else has access, and removing.
 */
export type Act = 'read' | 'write' | 'manage';

/**
 * The only place that decides who may do what. `member` is the current record from the store; `null`: nobody
 * is signed in. An admin manages the team but cannot see private conversations that do not list them. Who may not use a workspace
 * sees nothing of it, not even what they have started there themselves.
 */
export function may(member: Member | null, act: Act, subject: RightsSubject): boolean {
  if (subject.kind === 'share' && act === 'read' && subject.share.audience === 'link') return true;
  if (member === null) return false;
  const isAdmin = member.role === 'admin';
  if (subject.kind === 'team') return act === 'read' || isAdmin;
  if (subject.kind === 'share') {
    return act === 'read' || isAdmin || subject.share.createdBy.id === member.id;
  }
  if (subject.kind === 'upload') return subject.metadata.author.id === member.id;
  if (subject.kind === 'workspace') {
    const isUsable = !member.closed?.use.includes(subject.name);
    if (act === 'manage') return isAdmin;
    return isUsable && (act === 'read' || !member.closed?.run.includes(subject.name));
  }
  const { createdBy, audience, workspace } = subject.conversation;
  if (member.closed?.use.includes(workspace)) return false;
  const isOwn = createdBy.id === member.id;
  const isIn = audience === 'team' || isOwn || audience.includes(member.id);
  return isIn && (act !== 'manage' || isOwn || isAdmin);
}
