import type { BudgetLevel, BudgetState } from '#lib/core/vocabulary/budget/budget-state.ts';
import { formatPeriodEnd, formatSpent, percentOf } from '#lib/core/vocabulary/budget/format-budget.ts';
import { formatCount } from '../ui/format-number.ts';

const words: Record<BudgetLevel, string | null> = {
  within: null,
  warned: 'nearly used up',
  spent: 'used up',
};

/** How much of a budget is spent: `$3.20 of $10.00, 32 %, until midnight UTC`. */
export function BudgetMeter({ state }: { state: BudgetState }) {
  const percent = percentOf(state);
  const word = words[state.level];
  return (
    <span className={`budget-meter ${state.level}`}>
      <span className="bar" aria-hidden="true">
        {state.spent > 0 && <i style={{ width: `${Math.min(percent, 100)}%` }} />}
      </span>
      <span>
        {formatSpent(state)}, {state.level !== 'spent' && `${percent} %, `}
        {formatPeriodEnd(state)}
        {word && <b className="word"> · {word}</b>}
        <UnknownSteps state={state} />
      </span>
    </span>
  );
}

/** Counts the model calls that the figure leaves out, since their price or tokens are unknown. */
function UnknownSteps({ state: { unit, unknownSteps } }: { state: BudgetState }) {
  if (unknownSteps === 0) return null;
  const what = unit === 'tokens' ? 'tokens not reported' : 'price not known';
  return (
    <span className="dim budget-left-out">{`${formatCount(unknownSteps, 'model call')} not counted: ${what}`}</span>
  );
}
