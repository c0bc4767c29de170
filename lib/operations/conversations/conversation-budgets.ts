import type { ConversationBudgets } from '#lib/core/api/budget-report.ts';
import { budgetsOf } from '#lib/core/vocabulary/budget/budget.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { readBudgetStates } from '#lib/runs/budget-states.ts';
import type { Services } from '#lib/services.ts';
import { mayNamePeople } from '../artifacts/hidden-groups.ts';
import { requirePerson } from '../team/budget-subject.ts';

type Needed = Pick<Services, 'stores' | 'config' | 'localMember' | 'readBudgets' | 'nowMs'>;

/**
 * The budgets that apply to a member's messages in a conversation.
 * @param spenderId the author of the messages; a person's budget is only shown to those who may know it
 * @throws VitrineError `not_found`: there is no such member
 */
export async function readConversationBudgets(
  services: Needed,
  member: Member,
  conversationId: string,
  spenderId: string,
): Promise<ConversationBudgets> {
  const isOwn = spenderId === member.id;
  if (!isOwn) await requirePerson(services, spenderId);
  const mayKnow = isOwn || (await mayNamePeople(services, member));
  const all = budgetsOf(await services.readBudgets(), { memberId: spenderId, conversationId });
  const budgets = all.filter(({ scope }) => scope !== 'member' || mayKnow);
  return {
    isWhole: budgets.length === all.length,
    budgets: await readBudgetStates(services.stores.ledger, budgets, services.nowMs()),
    admins: await listAdmins(services),
  };
}

async function listAdmins({ stores, config, localMember }: Needed): Promise<string[]> {
  const members =
    config.signIn === null
      ? [localMember]
      : (await stores.members.list()).filter(({ removedAt }) => removedAt === null);
  return members.filter((member) => may(member, 'manage', { kind: 'team' })).map(({ name }) => name);
}
