import type { AuditPage } from '#lib/core/vocabulary/team/audit.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { type AuditQuery, auditFilterOf } from './audit-query.ts';
import { hideClosedNames } from './hide-closed-names.ts';

/** A page of the log. */
export async function readAudit(
  { stores }: Pick<Services, 'stores'>,
  member: Member,
  query: AuditQuery,
): Promise<AuditPage> {
  const found = await stores.audit.list(auditFilterOf(query), query.before || null, query.limit + 1);
  const entries = await hideClosedNames({ stores }, member, found.slice(0, query.limit));
  return { entries, older: found.length > query.limit ? (entries.at(-1)?.id ?? null) : null };
}
