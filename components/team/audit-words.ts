import type { AuditAction } from '../../lib/core/audit.ts';

/** What happened, as people say it. */
export const auditWords: Record<AuditAction, string> = {
  'member.signed_in': 'Signed in',
  'member.sign_in_failed': 'Sign-in failed',
  'member.signed_out': 'Signed out',
  'member.joined': 'Joined with an invite',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'member.restored': 'Member restored',
  'session.revoked': 'Sessions ended',
  'invite.created': 'Invite created',
  'invite.revoked': 'Invite revoked',
  'permission.answered': 'Approval answered',
  'policy.changed': 'Policy changed',
  'budget.changed': 'Budget changed',
  'view_budget.widened': 'Views widened',
  'view_budget.undone': 'Widened views undone',
  'share.created': 'Share created',
  'share.viewed': 'Share viewed',
  'share.revoked': 'Share revoked',
  'conversation.deleted': 'Conversation deleted',
  'conversation.audience_changed': 'Visibility changed',
  'workspace.added': 'Workspace added',
  'workspace.removed': 'Workspace removed',
  'workspace.merged': 'Worktree merged',
  'workspace.discarded': 'Worktree changes discarded',
};
