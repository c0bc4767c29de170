import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { amountText, readAmount } from '#components/savings/budget-amount.ts';
import { BudgetMeter } from '#components/savings/budget-meter.tsx';
import { BudgetsPage } from '#components/savings/budgets-page.tsx';
import type { BudgetReport } from '#lib/core/api/budget-report.ts';
import type { BudgetState } from '#lib/core/vocabulary/budget/budget-state.ts';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn() }) }));
vi.mock('#components/layout/menu-button.tsx', () => ({ MenuButton: () => null }));

const state: BudgetState = {
  scope: 'team',
  period: 'day',
  unit: 'microdollars',
  of: null,
  amount: 10_000_000,
  spent: 3_200_000,
  unknownSteps: 0,
  level: 'within',
  from: '2026-11-22',
  to: '2026-11-23',
};
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '');
const meter = (change: Partial<BudgetState> = {}) =>
  textOf(renderToStaticMarkup(createElement(BudgetMeter, { state: { ...state, ...change } })));

test('a budget meter says what was spent, of which budget, and until when', () => {
  expect(meter()).toBe('$3.20 of $10.00, 32 %, until midnight UTC');
  expect(meter({ spent: 8_000_000, level: 'warned' })).toContain('80 %, until midnight UTC · nearly used up');
  // Percentages far above 100% do not help anybody: one was 98,514%.
  expect(meter({ spent: 9_851_400_000, level: 'spent' })).toBe(
    '$9,851.40 of $10.00, until midnight UTC · used up',
  );
});

test('unknown spending is shown separately instead of being counted as zero', () => {
  expect(meter({ unknownSteps: 1 })).toContain('1 model call not counted: price not known');
  expect(meter({ unit: 'tokens', unknownSteps: 2 })).toContain(
    '2 model calls not counted: tokens not reported',
  );
});

test('an amount field shows the stored amount, and parses back to it', () => {
  for (const amount of [10_000, 250_000, 19_990_000, 200_000_000]) {
    expect(readAmount(amountText(amount, 'microdollars'), 'microdollars')).toBe(amount);
  }
  expect(readAmount('0.1', 'microdollars')).toBe(100_000);
  expect(readAmount(amountText(5_000, 'tokens'), 'tokens')).toBe(5_000);
  expect(readAmount('ten', 'tokens')).toBeNaN();
});

const report: BudgetReport = {
  team: [state],
  each: [{ scope: 'member', period: 'month', unit: 'tokens', of: null, amount: 1_000 }],
  members: [
    {
      id: 'mem_bo',
      name: 'Bo',
      hasOwn: true,
      state: { ...state, scope: 'member', of: 'mem_bo', unit: 'tokens', spent: 90, amount: 100 },
    },
  ],
  conversations: [],
};
const page = (change: Partial<Parameters<typeof BudgetsPage>[0]> = {}) =>
  renderToStaticMarkup(
    createElement(BudgetsPage, {
      report,
      isAdmin: true,
      isTeam: true,
      namesPeople: false,
      unpricedModel: null,
      ...change,
    }),
  );

test('an admin can change every amount and remove an individual budget', () => {
  const markup = page();
  expect(markup.match(/aria-label="Amount for /g)).toHaveLength(3);
  expect(markup).toContain('Use the default: Bo, a day');
  expect(markup).toContain('Set a budget');
  expect(markup).toContain('Show each person');
});

test('a member can only read budgets', () => {
  const markup = page({ isAdmin: false });
  expect(markup).not.toContain('<input');
  expect(textOf(markup)).toContain('90 of 100 tokens, 90 %');
  expect(textOf(markup)).toContain('Only admins can change budgets');
});

test('the page says that dollar budgets do not apply if a model has no known price', () => {
  expect(textOf(page({ unpricedModel: 'qwen3:8b' }))).toContain('No price is known for qwen3:8b');
  expect(textOf(page())).not.toContain('No price is known');
});
