import type { AuditEntry } from '#lib/core/vocabulary/team/audit.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { listAmong } from '../access.ts';

/**
 * Entries without the titles of conversations in workspaces that are closed to whoever reads the log. Whether a deleted one was
 * closed is no longer known, so it is hidden from them, too.
 */
export async function hideClosedNames(
  { stores }: Pick<Services, 'stores'>,
  member: Member,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  if (!member.closed?.use.length) return [...entries];
  const ids = new Set(
    entries.flatMap(({ subject }) => (subject?.id.startsWith('conv_') ? [subject.id] : [])),
  );
  const open = new Set((await listAmong({ stores }, member, ids)).map(({ id }) => id));
  return entries.map((entry) =>
    entry.subject && ids.has(entry.subject.id) && !open.has(entry.subject.id)
      ? { ...entry, subject: { ...entry.subject, name: 'Private conversation' } }
      : entry,
  );
}
