import { notFound } from '#lib/core/errors.ts';
import type { BudgetChange } from '#lib/core/vocabulary/budget/budget.ts';
import type { BudgetScope } from '#lib/core/vocabulary/budget/budget-kinds.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { requireConversation } from '../access.ts';

type Rights = Pick<Services, 'stores' | 'config' | 'localMember'>;

const ofAll: Record<BudgetScope, string> = {
  team: 'Team',
  member: 'Each member',
  conversation: 'Each conversation',
};

/**
 * The subject of a budget, as the audit log names it.
 * @throws VitrineError `not_found`
 */
export async function requireBudgetSubject(
  services: Rights,
  member: Member,
  { scope, of }: Pick<BudgetChange, 'scope' | 'of'>,
): Promise<{ id: string; name: string }> {
  if (of === null) return { id: scope, name: ofAll[scope] };
  if (scope === 'member') return await requirePerson(services, of);
  return auditedConversation(await requireConversation(services, member, of));
}

/**
 * A present or former member.
 * @throws VitrineError `not_found`
 */
export async function requirePerson(
  { stores, config, localMember }: Rights,
  id: string,
): Promise<{ id: string; name: string }> {
  if (config.signIn === null) {
    if (id !== localMember.id) throw notFound();
    return localMember;
  }
  const record = await stores.members.get(id);
  if (record === null) throw notFound();
  return record;
}
