import { z } from 'zod';

/** Actions that the audit log records. */
export const auditActions = [
  'member.signed_in',
  'member.sign_in_failed',
  'member.signed_out',
  'member.joined',
  'member.renamed',
  'member.role_changed',
  'member.removed',
  'member.restored',
  'session.revoked',
  'token.created',
  'token.revoked',
  'invite.created',
  'invite.revoked',
  'permission.answered',
  'change.undone',
  'change.redone',
  'policy.changed',
  'tool.change_accepted',
  'server.signed_in',
  'server.signed_out',
  'server.answered',
  'server.added',
  'server.removed',
  'agent.changed',
  'agent.removed',
  'prompt.saved',
  'prompt.removed',
  'webhook.changed',
  'budget.changed',
  'view_budget.widened',
  'view_budget.undone',
  'share.created',
  'share.viewed',
  'share.revoked',
  'conversation.deleted',
  'retention.applied',
  'conversation.audience_changed',
  'workspace.added',
  'workspace.removed',
  'workspace.changed',
  'network.used',
  'workspace.merged',
  'workspace.discarded',
  'workspace.pushed',
  'workspace.updated',
] as const;
const auditActionSchema = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditActionSchema>;

/** One line of the audit log. */
export const auditEntrySchema = z
  .object({
    /** Set by the store: an opaque position in the log. */
    id: z.string(),
    timestamp: z.iso.datetime(),
    action: auditActionSchema,
    /** `null`: nobody was signed in. */
    by: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** What the action was done to: one of our IDs, and the name people know it by. */
    subject: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** A few words: `member to admin`, `team, 7 days`. Never a secret or a token. */
    detail: z.string(),
    /** The network address the person came from, without its last part; `null`: unknown. */
    network: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** Pass as `before` to get the next page; `null`: this is the last page. */
  older: z.string().nullable(),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/** An entry that was reached. */
export const auditPositionSchema = auditEntrySchema.pick({ id: true, timestamp: true });
export type AuditPosition = z.infer<typeof auditPositionSchema>;

export type NewAuditEntry = Omit<AuditEntry, 'id'>;

export interface AuditFilter {
  /** Empty: all actions. */
  actions: readonly AuditAction[];
  /** A member's ID; `null`: anybody. */
  by: string | null;
  /** ISO 8601: from <= timestamp < to; `null`: open. */
  from: string | null;
  to: string | null;
}

export const isAuditMatch = (entry: AuditEntry, { actions, by, from, to }: AuditFilter): boolean =>
  (actions.length === 0 || actions.includes(entry.action)) &&
  (by === null || entry.by?.id === by) &&
  (from === null || entry.timestamp >= from) &&
  (to === null || entry.timestamp < to);
