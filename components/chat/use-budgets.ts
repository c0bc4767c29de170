import type { ConversationBudgets } from '#lib/core/api/budget-report.ts';
import { useResource } from '../ui/use-resource.ts';

const againMs = 30_000;
const nothing: ConversationBudgets = { budgets: [], isWhole: false, admins: [] };

/**
 * The budgets that apply to a member's messages in a conversation. Reloaded when something was spent here
 * and, while a budget is nearly or fully spent, every half minute, since it also changes elsewhere.
 * @param moment changes whenever something may have been spent
 */
export function useBudgets(conversationId: string, memberId: string, moment: string | null) {
  'use memo';
  const query = new URLSearchParams({ member: memberId });
  const { value, reload } = useResource<ConversationBudgets>(
    `/api/conversations/${conversationId}/budgets?${query}`,
    { revision: moment, everyMs: (known) => (isPressing(known ?? nothing) ? againMs : false) },
  );
  return { ...(value ?? nothing), reload };
}

const isPressing = ({ budgets }: ConversationBudgets): boolean =>
  budgets.some(({ level }) => level !== 'within');
