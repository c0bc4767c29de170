import type { Member } from '../core/member.ts';
import { may } from '../core/rights.ts';
import type { SavingsGrouping } from '../core/sums.ts';
import type { Services } from '../services.ts';
import { listConversations } from './access.ts';

/** Under what a group is told that somebody may not know apart; `null`: as itself. */
export type Hiding = (key: string) => { key: string; label: string } | null;

export const hiddenKey = 'others';

/** Which groups of the ledger a member may not know apart. */
export async function hiddenGroups(
  services: Pick<Services, 'stores' | 'config'>,
  member: Member,
  groupBy: SavingsGrouping,
): Promise<Hiding> {
  if (groupBy === 'conversation') return await privateConversations(services, member);
  return groupBy === 'member' ? otherPeople(member) : () => null;
}

/** Whether a member may know which of the others an entry is of. */
export const mayNamePeople = (member: Member): boolean => may(member, 'manage', { kind: 'team' });

/** What each person costs is for admins; everybody knows their own figures, and the sum of all others'. */
function otherPeople(member: Member): Hiding {
  if (mayNamePeople(member)) return () => null;
  return (id) => (id === member.id ? null : { key: hiddenKey, label: 'All others' });
}

/** What a private conversation is called is for those in it; whether one that was deleted was private, nobody knows any more. */
async function privateConversations(
  services: Pick<Services, 'stores' | 'config'>,
  member: Member,
): Promise<Hiding> {
  if (services.config.signIn === null) return () => null;
  const seen = new Set((await listConversations(services, member)).map(({ id }) => id));
  const hidden = { key: hiddenKey, label: 'Private or deleted conversations' };
  return (id) => (seen.has(id) ? null : hidden);
}
