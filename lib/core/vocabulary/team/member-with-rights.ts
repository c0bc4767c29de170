import { type Member, type MemberRecord, memberOf } from './member.ts';
import type { ChosenSettings } from './team-settings.ts';
import { closedTo } from './workspace-access.ts';

/** A member with the workspaces that are closed to them now: whoever acts, or is asked about, is read through this. */
export function memberWithRights(record: MemberRecord, chosen: ChosenSettings): Member {
  const groups = record.provider?.groups ?? [];
  const closed = closedTo(chosen, { id: record.id, groups });
  return closed.use.length + closed.run.length === 0 ? memberOf(record) : { ...memberOf(record), closed };
}
