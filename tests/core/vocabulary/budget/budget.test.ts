import { expect, test } from 'vitest';
import { type Budget, budgetsOf, resolveBudgets } from '#lib/core/vocabulary/budget/budget.ts';
import { levelOf, periodAt, spendingOf, stateOf } from '#lib/core/vocabulary/budget/budget-state.ts';
import {
  formatPeriodEnd,
  formatSpent,
  formatUsedUp,
  percentOf,
} from '#lib/core/vocabulary/budget/format-budget.ts';
import type { StepEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { addEntries, type SummedGroups } from '#lib/core/vocabulary/ledger/savings.ts';
import { noSums } from '#lib/core/vocabulary/ledger/sums.ts';
import {
  chosenBudgets,
  settingsChangeSchema,
  toChosenSettings,
} from '#lib/core/vocabulary/team/team-settings.ts';
import { sampleStep } from '#tests/contracts/samples.ts';

const team: Budget = { scope: 'team', period: 'month', unit: 'microdollars', of: null, amount: 200_000_000 };
const each: Budget = { scope: 'member', period: 'day', unit: 'tokens', of: null, amount: 10_000 };
const adas: Budget = { ...each, of: 'mem_ada', amount: 50_000 };

test('an admin’s budget overrides the config’s budget of the same kind, and can remove it', () => {
  expect(resolveBudgets({}, [team, each])).toEqual([team, each]);
  const chosen = { 'budget.team.month.microdollars': 1_000, 'budget.member.day.tokens': null } as const;
  expect(resolveBudgets(chosen, [team, each])).toEqual([{ ...team, amount: 1_000 }]);
  expect(resolveBudgets({ 'budget.member.day.tokens.mem_ada': 50_000 }, [each])).toEqual([each, adas]);
  expect(resolveBudgets({ 'budget.member.day.tokens.mem_ada': null }, [each])).toEqual([each]);
});

test('a run is limited by the budgets of the team, its member and its conversation; an individual budget replaces the default one', () => {
  const all = [adas, team, each, { ...adas, scope: 'conversation', of: 'conv_b' } as const];
  const spender = { memberId: 'mem_ada', conversationId: 'conv_a' };
  expect(budgetsOf(all, spender)).toEqual([team, adas]);
  expect(budgetsOf(all, { ...spender, memberId: 'mem_bob' })).toEqual([team, { ...each, of: 'mem_bob' }]);
  expect(budgetsOf([adas], spender)).toEqual([adas]);
  expect(budgetsOf([adas], { ...spender, memberId: 'mem_bob' })).toEqual([]);
});

test('days and months are counted in UTC, across year ends and leap days', () => {
  const at = (text: string) => Date.parse(text);
  expect(periodAt('day', at('2026-12-31T23:59:59.999Z'))).toEqual({ from: '2026-12-31', to: '2027-01-01' });
  expect(periodAt('day', at('2028-02-28T12:00:00Z'))).toEqual({ from: '2028-02-28', to: '2028-02-29' });
  expect(periodAt('month', at('2026-12-31T23:59:59.999Z'))).toEqual({ from: '2026-12-01', to: '2027-01-01' });
  expect(periodAt('month', at('2026-11-01T00:00:00+02:00'))).toEqual({
    from: '2026-10-01',
    to: '2026-11-01',
  });
});

test('a budget warns from 80% and is used up at 100%', () => {
  expect([0, 79, 80, 99, 100, 101].map((spent) => levelOf(spent, 100))).toEqual([
    'within',
    'within',
    'warned',
    'warned',
    'spent',
    'spent',
  ]);
  expect(levelOf(0, 1)).toBe('within');
  expect(levelOf(1, 1)).toBe('spent');
  expect(percentOf({ spent: 9_999, amount: 10_000 })).toBe(99);
});

const sumsOf = (steps: readonly StepEntry[]) => {
  const groups: SummedGroups = new Map();
  addEntries(groups, steps, 'day');
  return [...groups.values()][0]?.sums ?? noSums();
};
const usage = (inputTokens: number | null, outputTokens: number | null) => ({
  ...sampleStep().usage,
  inputTokens,
  cacheReadTokens: null,
  outputTokens,
});
const price = { input: 1_000_000, cachedInput: null, cacheWrite: null, output: 2_000_000 };

test('tokens are the provider’s count, else our own count of the input; steps with unknown tokens are reported', () => {
  const sums = sumsOf([
    { ...sampleStep(), usage: usage(100, 10), countedTokens: 90, price },
    { ...sampleStep(), usage: usage(null, 5), countedTokens: 50, price },
    { ...sampleStep(), usage: usage(null, null), countedTokens: 7, price },
    { ...sampleStep(), usage: usage(null, 3), countedTokens: null, price },
  ]);
  expect(spendingOf(sums, 'tokens')).toEqual({ spent: 110 + 55 + 7 + 3, unknownSteps: 2 });
});

test('money sums the steps with a known price and usage, and reports the others as unknown instead of zero', () => {
  const sums = sumsOf([
    { ...sampleStep(), usage: usage(100, 10), price },
    { ...sampleStep(), usage: usage(100, 10), price: null },
    { ...sampleStep(), usage: usage(100, null), price },
  ]);
  expect(spendingOf(sums, 'microdollars')).toEqual({ spent: 120, unknownSteps: 2 });
  expect(stateOf(team, [{ sums }, { sums }], Date.parse('2026-11-22T10:00:00Z'))).toEqual({
    ...team,
    spent: 240,
    unknownSteps: 4,
    level: 'within',
    from: '2026-11-01',
    to: '2026-12-01',
  });
});

test('runs that check before each step exceed the budget by less than one step each, whatever steps cost', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 500; round += 1) {
    const amount = 1 + random(1_000);
    const running = new Set(Array.from({ length: 1 + random(4) }, (_, run) => run));
    const underWay = new Map<number, number>();
    let spent = 0;
    let largestLast = 0;
    while (running.size > 0) {
      const run = [...running][random(running.size)] ?? 0;
      // Each step is recorded when it ends; then its run checks the budget and either starts the next step or ends.
      spent += underWay.get(run) ?? 0;
      if (levelOf(spent, amount) === 'spent') {
        largestLast += underWay.get(run) ?? 0;
        running.delete(run);
      } else underWay.set(run, random(300));
    }
    expect(spent).toBeGreaterThanOrEqual(amount);
    expect(spent - amount).toBeLessThanOrEqual(largestLast);
  }
});

test('messages say what was spent, of which budget and until when, and show no figures for a person', () => {
  expect(formatUsedUp(team, 'Ada')).toBe('This month’s $200.00 are used up.');
  expect(formatUsedUp({ ...team, scope: 'conversation', period: 'day' }, 'Ada')).toBe(
    'This conversation’s $200.00 for today are used up.',
  );
  expect(formatUsedUp(adas, 'Ada')).toBe('Ada’s budget for today is used up.');
  expect(formatSpent({ ...each, spent: 3_200 })).toBe('3,200 of 10,000 tokens');
  expect(formatSpent({ ...team, spent: 3_204_000 })).toBe('$3.20 of $200.00');
  expect(formatPeriodEnd({ period: 'day', from: '2026-11-22' })).toBe('until midnight UTC');
  expect(formatPeriodEnd({ period: 'month', from: '2026-11-01' })).toBe('until the end of November, UTC');
});

test('a change stores each budget under its own key', () => {
  const stored = toChosenSettings({ budgets: [team, { ...adas, amount: null }] });
  expect(stored).toEqual({
    'budget.team.month.microdollars': 200_000_000,
    'budget.member.day.tokens.mem_ada': null,
  });
  expect(chosenBudgets({ ...stored, linkShares: true })).toEqual(stored);
});

test.each([
  { amount: 0 },
  { amount: -1 },
  { amount: 1.5 },
  { amount: Number.NaN },
  { amount: Number.POSITIVE_INFINITY },
  { amount: 1e300 },
  { amount: 1_000_000_000_001 },
  { amount: '10' },
  { amount: undefined },
  { scope: 'everybody' },
  { period: 'year' },
  { unit: 'euros' },
  { scope: 'team', of: 'mem_ada' },
  { of: '../x' },
  { of: 'a.b' },
  { of: '' },
  { limit: 1 },
])('rejects a budget with %j', (wrong) => {
  const change = { budgets: [{ ...each, ...wrong }] };
  expect(settingsChangeSchema.safeParse({ budgets: [each] }).success).toBe(true);
  expect(settingsChangeSchema.safeParse(change).success).toBe(false);
});
