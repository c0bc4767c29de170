'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import {
  type BudgetPeriod,
  type BudgetScope,
  type BudgetUnit,
  budgetPeriods,
  budgetScopes,
  budgetUnits,
} from '#lib/core/vocabulary/budget/budget-kinds.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { AmountField } from './amount-field.tsx';
import { readAmount } from './budget-amount.ts';
import { periodWords, scopeWords, unitWords } from './budget-words.ts';
import { changeBudget } from './change-budget.ts';

/** Creates a budget; it replaces an existing one of the same kind. */
export function AddBudgetForm({ isTeam }: { isTeam: boolean }) {
  const { refresh } = useRouter();
  const [scope, setScope] = useState<BudgetScope>('team');
  const [period, setPeriod] = useState<BudgetPeriod>('month');
  const [unit, setUnit] = useState<BudgetUnit>('microdollars');
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const amount = readAmount(String(new FormData(form).get('amount') ?? ''), unit);
    const result = await changeBudget({ scope, period, unit, of: null, amount });
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    form.reset();
    refresh();
  };
  const names = scopeWords(isTeam);
  const scopes = budgetScopes.filter((name) => isTeam || name !== 'member');
  return (
    <form
      className="budget-form add-budget"
      aria-label="Set a budget"
      onSubmit={(event) => void submit(event)}
    >
      <SelectBox
        aria-label="For"
        value={scope}
        onChange={({ target }) => setScope(target.value as BudgetScope)}
        choices={scopes.map((value) => ({ value, label: names[value] }))}
      />
      <SelectBox
        aria-label="Unit"
        value={unit}
        onChange={({ target }) => setUnit(target.value as BudgetUnit)}
        choices={budgetUnits.map((value) => ({ value, label: unitWords[value] }))}
      />
      <AmountField unit={unit} aria-label="Amount" />
      <SelectBox
        aria-label="Period"
        value={period}
        onChange={({ target }) => setPeriod(target.value as BudgetPeriod)}
        choices={budgetPeriods.map((value) => ({ value, label: periodWords[value] }))}
      />
      <button type="submit" className="btn primary">
        Set budget
      </button>
      {error && (
        <span className="bad" role="alert">
          {error}
        </span>
      )}
    </form>
  );
}
