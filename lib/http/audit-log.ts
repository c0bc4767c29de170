import type { AuditAction, AuditEntry } from '../core/audit.ts';
import type { Conversation } from '../core/conversation.ts';
import type { Member } from '../core/member.ts';
import type { Services } from '../services.ts';
import { addressOf, networkOf } from './address.ts';

/** What is told of an act besides who did it and when. */
interface AuditText {
  subject?: AuditEntry['subject'];
  detail?: string;
}

/** Admins read the log, and have no look into private conversations: not even at their titles. */
export const auditedConversation = ({
  id,
  title,
  audience,
}: Pick<Conversation, 'id' | 'title' | 'audience'>): { id: string; name: string } => ({
  id,
  name: audience === 'team' ? title : 'Private conversation',
});

/** Writes a line of the audit log. An act is not told as done where this fails: it rejects. */
export async function audit(
  { stores, nowMs }: Pick<Services, 'stores' | 'nowMs'>,
  request: Pick<Request, 'headers'>,
  action: AuditAction,
  by: Pick<Member, 'id' | 'name'> | null,
  { subject = null, detail = '' }: AuditText = {},
): Promise<void> {
  await stores.audit.append({
    timestamp: new Date(nowMs()).toISOString(),
    action,
    by: by && { id: by.id, name: by.name },
    subject: subject && { id: subject.id, name: subject.name },
    detail,
    network: networkOf(addressOf(request)),
  });
}
