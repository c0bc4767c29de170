import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { FoundDocument } from '#lib/stores/stores.ts';
import { listAmong } from '../access.ts';

/**
 * What the index found, without conversations of workspaces that are closed to a member: the index knows who reads a
 * conversation, and not which workspaces are closed to whom at the moment. Most members have none.
 */
export async function withoutClosed(
  stores: Services['stores'],
  member: Member,
  found: readonly FoundDocument[],
): Promise<readonly FoundDocument[]> {
  if (!member.closed?.use.length) return found;
  const ids = new Set(found.map(({ document }) => document.conversationId));
  const open = new Set((await listAmong({ stores }, member, ids)).map(({ id }) => id));
  return found.filter(({ document }) => open.has(document.conversationId));
}
