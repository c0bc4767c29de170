import { z } from 'zod';
import { type AuditFilter, auditActions } from '../core/audit.ts';
import { limits } from '../core/limits.ts';

/** What a form sends of a field that was left empty is nothing. */
const empty = z.literal('');
const moment = z.union([empty, z.iso.date(), z.iso.datetime()]).optional();

/** What of the audit log is asked for: by a form of the page, or by a program. */
export const auditQuery = z.strictObject({
  action: z.array(z.union([empty, z.enum(auditActions)])).optional(),
  /** A member's ID. */
  by: z.string().max(100).optional(),
  /** A day, or a moment; days are UTC's. */
  from: moment,
  /** A day is within, a moment is not. */
  to: moment,
  /** ID of an entry: those before it. */
  before: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(limits.auditPage).default(limits.auditPage),
  format: z.enum(['json', 'csv']).default('json'),
});
export type AuditQuery = z.infer<typeof auditQuery>;

export const auditFilterOf = ({ action = [], by, from, to }: AuditQuery): AuditFilter => ({
  actions: action.filter((name) => name !== ''),
  by: by || null,
  from: from ? new Date(from).toISOString() : null,
  to: to ? endOf(to) : null,
});

function endOf(to: string): string {
  const end = new Date(to);
  if (isDay(to)) end.setUTCDate(end.getUTCDate() + 1);
  return end.toISOString();
}

const isDay = (text: string): boolean => !text.includes('T');
