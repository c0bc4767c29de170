import type { ComponentProps } from 'react';
import type { BudgetUnit } from '#lib/core/vocabulary/budget/budget-kinds.ts';

/** A field for an amount in dollars or tokens. */
export function AmountField({ unit, ...input }: { unit: BudgetUnit } & ComponentProps<'input'>) {
  const isMoney = unit === 'microdollars';
  return (
    <span className="field amount">
      {isMoney && (
        <span className="dim" aria-hidden="true">
          $
        </span>
      )}
      <input
        name="amount"
        type="number"
        inputMode="decimal"
        required
        min={isMoney ? 0.01 : 1}
        max={isMoney ? 1_000_000 : 1_000_000_000_000}
        step={isMoney ? 'any' : 1}
        autoComplete="off"
        {...input}
      />
      {!isMoney && (
        <span className="dim" aria-hidden="true">
          tokens
        </span>
      )}
    </span>
  );
}
