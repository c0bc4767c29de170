'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Budget } from '#lib/core/vocabulary/budget/budget.ts';
import { BudgetAmountForm } from './budget-amount-form.tsx';
import { periodWords } from './budget-words.ts';
import { changeBudget } from './change-budget.ts';

/** Changes the amount. `removal` is the label for removing the budget; `null`: there is nothing to remove. */
export function EditBudget(props: { budget: Budget; name: string; removal: string | null }) {
  const { budget, name, removal } = props;
  const { refresh } = useRouter();
  const [error, setError] = useState<string | null>(null);
  const what = `${name}, ${periodWords[budget.period]}`;
  const remove = async () => {
    const result = await changeBudget({ ...budget, amount: null });
    setError(result.ok ? null : result.error);
    if (result.ok) refresh();
  };
  return (
    <div className="edit-budget">
      <BudgetAmountForm budget={budget} label={`Amount for ${what}`} action="Save" onDone={refresh} />
      {removal && (
        <button
          type="button"
          className="btn"
          aria-label={`${removal}: ${what}`}
          onClick={() => void remove()}
        >
          {removal}
        </button>
      )}
      {error && (
        <span className="bad" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
