'use client';

import type { BudgetState } from '#lib/core/vocabulary/budget/budget-state.ts';
import { useWork } from '../artifacts/context/work-context.tsx';
import { BudgetAmountForm } from '../savings/budget-amount-form.tsx';
import { BudgetMeter } from '../savings/budget-meter.tsx';
import { suggestRaise } from '../savings/suggest-raise.ts';
import { useBudgets } from './use-budgets.ts';

interface Props {
  /** The author of the message that the run was to answer. */
  memberId: string;
  /** Sends that message again. */
  onRetry: (() => void) | null;
}

/**
 * Shown below a run that met a budget while it is the last of the thread: the amounts, and how to continue.
 */
export function BudgetRaise({ memberId, onRetry }: Props) {
  const { conversationId, isAdmin } = useWork();
  const { budgets, isWhole, admins, reload } = useBudgets(conversationId, memberId, null);
  const spent = budgets.filter(({ level }) => level === 'spent');
  // Budgets that the reader may not see can still be spent.
  const isRaised = isWhole && spent.length === 0;
  return (
    <div className="budget-raise">
      {spent.map((budget) => (
        <Spent
          key={`${budget.scope}.${budget.period}.${budget.unit}`}
          budget={budget}
          isAdmin={isAdmin}
          onRaised={reload}
        />
      ))}
      <p role="status">
        {isRaised && 'The budget has room again. Send a new message to go on.'}
        {!isRaised && !isAdmin && admins.length > 0 && `Ask ${list.format(admins)} to raise the budget.`}
      </p>
      {isRaised && onRetry && (
        <button type="button" className="link" onClick={onRetry}>
          Send again
        </button>
      )}
    </div>
  );
}

const list = new Intl.ListFormat('en', { type: 'disjunction' });

function Spent(props: { budget: BudgetState; isAdmin: boolean; onRaised: () => void }) {
  const { budget, isAdmin, onRaised } = props;
  return (
    <div>
      <BudgetMeter state={budget} />
      {isAdmin && (
        <BudgetAmountForm
          budget={budget}
          suggested={suggestRaise(budget)}
          label="Raise to"
          isLabelShown
          action="Raise"
          onDone={onRaised}
        />
      )}
    </div>
  );
}
