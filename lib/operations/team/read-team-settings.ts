import type { Budget } from '#lib/core/vocabulary/budget/budget.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { TeamSettings } from '#lib/core/vocabulary/team/team-settings.ts';
import type { Services } from '#lib/services.ts';
import { hiddenGroups } from '../artifacts/hidden-groups.ts';

type Doors = Pick<Services, 'stores' | 'config' | 'readApprovals' | 'readBudgets'>;

/** The present settings, as far as a member may see them. */
export async function readTeamSettings(doors: Doors, member: Member): Promise<TeamSettings> {
  const [chosen, linkShares, approvals, budgets] = await Promise.all([
    doors.stores.settings.get(),
    readLinkShares(doors),
    doors.readApprovals(),
    readKnownBudgets(doors, member),
  ]);
  const { widening = false, namesPeople = false } = chosen;
  return { linkShares, widening, approvals, namesPeople, budgets };
}

/** The budget of a person or a conversation is visible to those who may see its figures. */
export async function readKnownBudgets(doors: Doors, member: Member): Promise<Budget[]> {
  const [budgets, people, conversations] = await Promise.all([
    doors.readBudgets(),
    hiddenGroups(doors, member, 'member'),
    hiddenGroups(doors, member, 'conversation'),
  ]);
  const hiding = { team: () => null, member: people, conversation: conversations };
  return budgets.filter(({ scope, of }) => of === null || hiding[scope](of) === null);
}

/** In local mode the one person decides, so links cannot be disabled for them. */
export async function readLinkShares({ stores, config }: Pick<Doors, 'stores' | 'config'>): Promise<boolean> {
  if (config.signIn === null) return true;
  return (await stores.settings.get()).linkShares ?? false;
}
