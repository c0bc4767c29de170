import type { Member } from '../../core/member.ts';
import { may } from '../../core/rights.ts';
import type { SumGrouping } from '../../core/sums.ts';
import type { Services } from '../../services.ts';
import { listConversations } from '../access.ts';

/** Under what a group is told that somebody may not know apart; `null`: as itself. */
export type Hiding = (key: string) => { key: string; label: string } | null;

export const hiddenKey = 'others';

/** Which groups of the ledger a member may not know apart. */
export async function hiddenGroups(
  services: Pick<Services, 'stores' | 'config'>,
  member: Member,
  groupBy: SumGrouping,
): Promise<Hiding> {
  if (groupBy === 'conversation') return await privateConversations(services, member);
  return groupBy === 'member' ? await otherPeople(services, member) : () => null;
}

/** Whether a member may know which of the others an entry is of: admins, and everybody where the team allows it. */
export async function mayNamePeople({ stores }: Pick<Services, 'stores'>, member: Member): Promise<boolean> {
  return may(member, 'manage', { kind: 'team' }) || ((await stores.settings.get()).namesPeople ?? false);
}

/** Who may not know what each person costs knows their own figures, and the sum of all others'. */
async function otherPeople(services: Pick<Services, 'stores'>, member: Member): Promise<Hiding> {
  if (await mayNamePeople(services, member)) return () => null;
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
