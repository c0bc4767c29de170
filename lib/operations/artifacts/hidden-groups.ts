import { clientKey, ownAgents, type SumGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { listConversations } from '../access.ts';

/** The group that replaces one a member may not see individually; `null`: it is shown as itself. */
export type Hiding = (key: string) => { key: string; label: string } | null;

export const hiddenKey = 'others';

/** The groupings in which some groups may be hidden. */
export const canHide: ReadonlySet<SumGrouping> = new Set(['conversation', 'member', 'client', 'workspace']);

/** Decides which groups of the ledger a member may not see individually. */
export async function hiddenGroups(
  services: Pick<Services, 'stores' | 'config'>,
  member: Member,
  groupBy: SumGrouping,
): Promise<Hiding> {
  if (groupBy === 'conversation') return await privateConversations(services, member);
  if (groupBy === 'client') return await clientsOfPeople(services, member);
  if (groupBy === 'workspace') return closedWorkspaces(member);
  return groupBy === 'member' ? await otherPeople(services, member) : () => null;
}

/**
 * Whether a member may see which other member an entry belongs to: admins may, and everybody where the team
 * allows it.
 */
export async function mayNamePeople({ stores }: Pick<Services, 'stores'>, member: Member): Promise<boolean> {
  return may(member, 'manage', { kind: 'team' }) || ((await stores.settings.get()).namesPeople ?? false);
}

/** Members who may not see other people's figures see their own and the sum of all others. */
async function otherPeople(services: Pick<Services, 'stores'>, member: Member): Promise<Hiding> {
  if (await mayNamePeople(services, member)) return () => null;
  return (id) => (id === member.id ? null : { key: hiddenKey, label: 'All others' });
}

/** A client is named by the member whose token it has. */
async function clientsOfPeople(services: Pick<Services, 'stores'>, member: Member): Promise<Hiding> {
  if (await mayNamePeople(services, member)) return () => null;
  return (key) =>
    key === ownAgents.key || key.startsWith(clientKey(member.id, ''))
      ? null
      : { key: hiddenKey, label: 'Clients of all others' };
}

/** What is closed to a member has no name for them. */
const closedWorkspaces =
  (member: Member): Hiding =>
  (name) =>
    may(member, 'read', { kind: 'workspace', name })
      ? null
      : { key: hiddenKey, label: 'Workspaces closed to you' };

/**
 * Titles of private conversations are only shown to their members. Whether a deleted one was private is no
 * longer known, so it is hidden too.
 */
async function privateConversations(
  services: Pick<Services, 'stores' | 'config'>,
  member: Member,
): Promise<Hiding> {
  if (services.config.signIn === null) return () => null;
  const seen = new Set((await listConversations(services, member)).map(({ id }) => id));
  const hidden = { key: hiddenKey, label: 'Private or deleted conversations' };
  return (id) => (seen.has(id) ? null : hidden);
}
