import type { Conversation } from './conversation.ts';
import type { Member } from './member.ts';
import type { Share } from './share.ts';

/** What somebody wants to reach. Runs, streams, artifacts and terminals are reached through their conversation. */
export type RightsSubject =
  /** Its members, invites, policies, workspaces, shares and audit log. */
  | { kind: 'team' }
  | { kind: 'conversation'; conversation: Pick<Conversation, 'createdBy' | 'audience'> }
  | { kind: 'share'; share: Pick<Share, 'createdBy' | 'audience'> };

/** `read` also follows and copies; `write` also says, answers, runs; `manage` also decides who else may, and removes. */
export type Act = 'read' | 'write' | 'manage';

/**
 * The one place that decides who may do what. `member` is as the store has them now; `null`: nobody is signed in.
 * An admin looks after the team, and has no look into private conversations that they are not named in.
 */
export function may(member: Member | null, act: Act, subject: RightsSubject): boolean {
  if (subject.kind === 'share' && act === 'read' && subject.share.audience === 'link') return true;
  if (member === null) return false;
  const isAdmin = member.role === 'admin';
  if (subject.kind === 'team') return act === 'read' || isAdmin;
  if (subject.kind === 'share') {
    return act === 'read' || isAdmin || subject.share.createdBy.id === member.id;
  }
  const { createdBy, audience } = subject.conversation;
  const isOwn = createdBy.id === member.id;
  const isIn = audience === 'team' || isOwn || audience.includes(member.id);
  return isIn && (act !== 'manage' || isOwn || isAdmin);
}
