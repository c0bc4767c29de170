import { useCallback, useEffect, useState } from 'react';
import type { ConversationBudgets } from '#lib/core/api/budget-report.ts';
import { requestJson } from '../ui/request-json.ts';

const againMs = 30_000;
const nothing: ConversationBudgets = { budgets: [], isWhole: false, admins: [] };

/**
 * The budgets that apply to a member's messages in a conversation. Reloaded when something was spent here
 * and, while a budget is nearly or fully spent, every half minute, since it also changes elsewhere.
 * @param moment changes whenever something may have been spent
 */
export function useBudgets(conversationId: string, memberId: string, moment: unknown) {
  const [summary, setSummary] = useState(nothing);
  const read = useCallback(async () => {
    const query = new URLSearchParams({ member: memberId });
    const result = await requestJson<ConversationBudgets>(
      `/api/conversations/${conversationId}/budgets?${query}`,
    );
    if (result.ok) setSummary(result.value);
  }, [conversationId, memberId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of `moment` reads the budgets again
  useEffect(() => void read(), [read, moment]);
  const isPressing = summary.budgets.some(({ level }) => level !== 'within');
  useEffect(() => {
    if (!isPressing) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), againMs);
    return () => clearInterval(timer);
  }, [isPressing, read]);
  return { ...summary, read };
}
