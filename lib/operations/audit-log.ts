import type { AuditAction, AuditEntry } from '../core/vocabulary/team/audit.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { Services } from '../services.ts';
import { networkOf } from './network-of.ts';
import type { Origin } from './origin.ts';

/** What an audit entry contains besides the actor and the time. */
interface AuditText {
  subject?: AuditEntry['subject'];
  detail?: string;
}

/**
 * Appends an entry to the audit log. It rejects when that fails, so that no act is reported as done without
 * an entry.
 */
export async function audit(
  { stores, nowMs }: Pick<Services, 'stores' | 'nowMs'>,
  origin: Pick<Origin, 'address'> & Partial<Pick<Origin, 'tokenName'>>,
  action: AuditAction,
  by: Pick<Member, 'id' | 'name'> | null,
  { subject = null, detail = '' }: AuditText = {},
): Promise<void> {
  await stores.audit.append({
    timestamp: new Date(nowMs()).toISOString(),
    action,
    by: by && { id: by.id, name: by.name },
    subject: subject && { id: subject.id, name: subject.name },
    detail: withToken(detail, origin.tokenName ?? null),
    network: networkOf(origin.address),
  });
}

/** Who reads the log sees that a program did it, and which. */
const withToken = (detail: string, tokenName: string | null): string =>
  tokenName === null
    ? detail
    : [...(detail === '' ? [] : [detail]), `by the token “${tokenName}”`].join(', ');
