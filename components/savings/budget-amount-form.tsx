'use client';

import { type FormEvent, useState } from 'react';
import type { Budget } from '#lib/core/vocabulary/budget/budget.ts';
import { AmountField } from './amount-field.tsx';
import { amountText, readAmount } from './budget-amount.ts';
import { changeBudget } from './change-budget.ts';

interface Props {
  budget: Budget;
  /** Initial value; the budget's own amount if omitted. */
  suggested?: number;
  /** The field's label; only for screen readers where the table shows it. */
  label: string;
  isLabelShown?: boolean;
  action: string;
  onDone: () => void;
}

/** Lets an admin set a budget's amount. */
export function BudgetAmountForm(props: Props) {
  const { budget, label, isLabelShown = false, action, onDone } = props;
  const { unit } = budget;
  const amount = props.suggested ?? budget.amount;
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('amount') ?? '');
    const result = await changeBudget({ ...budget, amount: readAmount(text, unit) });
    setError(result.ok ? null : result.error);
    if (result.ok) onDone();
  };
  return (
    <form className="budget-form" onSubmit={(event) => void submit(event)}>
      {isLabelShown && <span aria-hidden="true">{label}</span>}
      <AmountField key={amount} unit={unit} aria-label={label} defaultValue={amountText(amount, unit)} />
      <button type="submit" className="btn">
        {action}
      </button>
      {error && (
        <span className="bad" role="alert">
          {error}
        </span>
      )}
    </form>
  );
}
