import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { type AuditFilter, auditActions } from '#lib/core/vocabulary/team/audit.ts';

/** Forms send an empty field as an empty string. */
const empty = z.literal('');
const moment = z.union([empty, z.iso.date(), z.iso.datetime()]).optional();

/** The query, as the page's form or a program sends it. */
export const auditQuery = z.strictObject({
  action: z.array(z.union([empty, z.enum(auditActions)])).optional(),
  by: z.string().max(100).optional().describe('ID of a member'),
  from: moment.describe('A day (UTC) or an instant'),
  to: moment.describe('A day is included, an instant is not'),
  before: z.string().max(100).optional().describe('ID of an entry: only older ones'),
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
