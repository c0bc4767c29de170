import { Gauge } from 'lucide-react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { BudgetState } from '#lib/core/vocabulary/budget/budget-state.ts';
import { formatPeriodEnd, formatSpent, percentOf } from '#lib/core/vocabulary/budget/format-budget.ts';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { useBudgets } from './use-budgets.ts';

interface Props {
  conversationId: string;
  memberId: string;
  isTeam: boolean;
  state: ConversationState;
}

/** Warns that the reader's next messages will meet a budget, or are close to one. */
export function BudgetNote({ conversationId, memberId, isTeam, state }: Props) {
  // Each model call ends with a message.
  const moment = `${state.items.length}:${state.activeRunId}`;
  const { budgets } = useBudgets(conversationId, memberId, moment);
  return budgets
    .filter((budget) => budget.level === 'warned' || (budget.level === 'spent' && !isToldAtEnd(state)))
    .map((budget) => (
      <div key={`${budget.scope}.${budget.period}.${budget.unit}`} className="note">
        <Icon of={Gauge} />
        <div className="grow">
          <b>{title(budget, isTeam)}</b> {formatSpent(budget)}, {formatPeriodEnd(budget)}.{' '}
          {budget.level === 'spent' && 'New runs stop before they call the model. '}
          <PageLink className="link" href="/savings/budgets">
            Budgets
          </PageLink>
        </div>
      </div>
    ));
}

/** The thread already ends with that notice. */
const isToldAtEnd = ({ items, activeRunId }: ConversationState): boolean => {
  const last = items.findLast(({ kind }) => kind !== 'client_call');
  return activeRunId === null && last?.kind === 'notice' && last.outcome === 'budget';
};

const during: Record<BudgetState['period'], string> = { day: 'today', month: 'this month' };

function title(budget: BudgetState, isTeam: boolean): string {
  const whose: Record<BudgetState['scope'], string> = {
    team: isTeam ? 'the team’s budget' : 'the budget',
    member: 'your budget',
    conversation: 'this conversation’s budget',
  };
  const much = budget.level === 'spent' ? 'All' : `${percentOf(budget)} %`;
  return `${much} of ${whose[budget.scope]} for ${during[budget.period]} is used up.`;
}
