import type { BudgetReport, SpenderReport } from '#lib/core/api/budget-report.ts';
import { type Budget, type BudgetKind, budgetName, budgetsOf } from '#lib/core/vocabulary/budget/budget.ts';
import { periodAt, stateOf } from '#lib/core/vocabulary/budget/budget-state.ts';
import type { DaySums } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { readBudgetStates } from '#lib/runs/budget-states.ts';
import type { Services } from '#lib/services.ts';
import { listConversations } from '../access.ts';
import { hiddenGroups } from '../artifacts/hidden-groups.ts';
import { readKnownBudgets } from '../team/read-team-settings.ts';

type Needed = Pick<Services, 'stores' | 'config' | 'localMember' | 'readApprovals' | 'readBudgets' | 'nowMs'>;

type Scope = Exclude<Budget['scope'], 'team'>;

/** All budgets and what is spent of them, as far as a member may see them. */
export async function readBudgets(services: Needed, member: Member): Promise<BudgetReport> {
  const budgets = await readKnownBudgets(services, member);
  const ofTeam = budgets.filter(({ scope }) => scope === 'team');
  const [team, members, conversations] = await Promise.all([
    readBudgetStates(services.stores.ledger, ofTeam, services.nowMs()),
    readSpenders(services, member, budgets, 'member'),
    readSpenders(services, member, budgets, 'conversation'),
  ]);
  const each = budgets.filter(({ scope, of }) => scope !== 'team' && of === null);
  return { team, each, members, conversations };
}

async function readSpenders(
  services: Needed,
  member: Member,
  budgets: readonly Budget[],
  scope: Scope,
): Promise<SpenderReport[]> {
  const ofScope = budgets.filter((budget) => budget.scope === scope);
  if (ofScope.length === 0) return [];
  const [hiding, names] = await Promise.all([
    hiddenGroups(services, member, scope),
    scope === 'member' ? nameMembers(services) : nameConversations(services, member),
  ]);
  const kinds = new Map(ofScope.map((budget) => [budgetName({ ...budget, of: null }), budget]));
  const found = [...kinds.values()].map(async (kind) => {
    const { from, to } = periodAt(kind.period, services.nowMs());
    const days = Map.groupBy(await services.stores.ledger.sums(scope, from, to), ({ key }) => key);
    const owners = ofScope.flatMap(({ of }) => (of === null ? [] : [of]));
    const ids = new Set([...days.keys(), ...owners, ...(scope === 'member' ? names.keys() : [])]);
    return [...ids]
      .filter((id) => hiding(id) === null)
      .flatMap((id) => toSpender(ofScope, kind, { id, names, days: days.get(id) ?? [] }, services.nowMs()));
  });
  return (await Promise.all(found)).flat().toSorted((one, other) => shareOf(other) - shareOf(one));
}

const shareOf = ({ state }: SpenderReport): number => state.spent / state.amount;

interface Found {
  id: string;
  names: ReadonlyMap<string, string>;
  days: readonly DaySums[];
}

/** Returns nothing when only other subjects have a budget of this kind. */
function toSpender(
  budgets: readonly Budget[],
  { period, unit }: BudgetKind,
  { id, names, days }: Found,
  nowMs: number,
): SpenderReport[] {
  const ofKind = budgets.filter((budget) => budget.period === period && budget.unit === unit);
  const [budget] = budgetsOf(ofKind, { memberId: id, conversationId: id });
  if (!budget) return [];
  const name = names.get(id) ?? days.at(-1)?.label ?? id;
  return [{ id, name, hasOwn: ofKind.some(({ of }) => of === id), state: stateOf(budget, days, nowMs) }];
}

/** Names of present members; the ledger has the names of former ones. */
async function nameMembers({ stores, config, localMember }: Needed): Promise<Map<string, string>> {
  if (config.signIn === null) return new Map([[localMember.id, localMember.name]]);
  const all = await stores.members.list();
  return new Map(all.filter(({ removedAt }) => removedAt === null).map(({ id, name }) => [id, name]));
}

const nameConversations = async (services: Needed, member: Member): Promise<Map<string, string>> =>
  new Map((await listConversations(services, member)).map(({ id, title }) => [id, title]));
