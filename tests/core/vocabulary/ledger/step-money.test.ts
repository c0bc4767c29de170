import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StepEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { sumSavings } from '#lib/core/vocabulary/ledger/savings.ts';
import { costOfStep, moneyOfStep } from '#lib/core/vocabulary/ledger/step-money.ts';
import { savingsGroupings } from '#lib/core/vocabulary/ledger/sums.ts';
import { sampleEntry, sampleStep } from '#tests/contracts/samples.ts';

const usage = (change: Partial<StepEntry['usage']>) => ({ ...sampleStep().usage, ...change });
const net = (...steps: StepEntry[]) => sumSavings(steps, 'tool').totals;

describe('the extra cost of a step without the split', () => {
  test('is the price of the tokens it would have carried, minus the price of the recall tool’s definition', () => {
    const step = sampleStep();
    expect(moneyOfStep(step)).toEqual({
      byTool: [{ toolName: 'read_file', savedMicrodollars: 900, recallMicrodollars: 0 }],
      overhead: 100,
    });
    expect(net(step)).toMatchObject({ netMicrodollars: 800, steps: 1, unpricedSteps: 0 });
  });

  test('is counted again for each later step', () => {
    expect(net(sampleStep(), sampleStep(), sampleStep()).netMicrodollars).toBe(2_400);
  });

  test('leaves what was read from the cache, and written to it, at their own prices', () => {
    const price = { input: 1_000_000, cachedInput: 100_000, cacheWrite: 1_250_000, output: 4_000_000 };
    const cost = (change: Partial<StepEntry['usage']>) =>
      costOfStep({ price, usage: usage({ inputTokens: 10_000, outputTokens: 0, ...change }) });
    expect(cost({})).toBe(10_000);
    expect(cost({ cacheReadTokens: 4_000, cacheWriteTokens: 2_000 })).toBe(4_000 + 400 + 2_500);
    expect(cost({ cacheReadTokens: 9_000, cacheWriteTokens: 9_000 })).toBe(900 + 1_250);
  });

  test('uses the cached price if the provider reports cache reads', () => {
    const step = sampleStep({ usage: usage({ cacheReadTokens: 4_000 }) });
    expect(net(step).netMicrodollars).toBe(80);
    const noCachePrice = { input: 1_000_000, cachedInput: null, cacheWrite: null, output: 1 };
    expect(net({ ...step, price: noCachePrice }).netMicrodollars).toBe(800);
  });

  test('is reduced by what recalls added, and may be negative', () => {
    const carried = [{ toolName: 'grep_file', avoidedTokens: 200, recallTokens: 1_500 }];
    expect(net(sampleStep({ carried, overheadTokens: 0 })).netMicrodollars).toBe(-1_300);
  });

  test('is minus the whole cost of a step that only recalls: it would not have happened', () => {
    // 5,000 of input at 1, 100 of output at 4.
    expect(net(sampleStep({ isRecall: true })).netMicrodollars).toBe(-5_400);
  });

  test('is unknown, not zero, without a price or a usage report', () => {
    const unpriced = sampleStep({ price: null });
    const unreported = sampleStep({ usage: usage({ inputTokens: null }) });
    expect(net(unpriced, unreported)).toMatchObject({ netMicrodollars: null, steps: 2, unpricedSteps: 2 });
    expect(net(unpriced, sampleStep())).toMatchObject({ netMicrodollars: 800, steps: 2, unpricedSteps: 1 });
  });
});

test('a step costs its new input, its cached input and its output', () => {
  const { price } = sampleStep();
  expect(
    costOfStep({ price, usage: usage({ inputTokens: 1_000, cacheReadTokens: 400, outputTokens: 10 }) }),
  ).toBe(600 + 40 + 40);
  expect(costOfStep({ price, usage: usage({ outputTokens: null }) })).toBeNull();
  expect(costOfStep({ price: null, usage: usage({}) })).toBeNull();
});

test('money by tool is attributed to the tools whose results were carried, and the cost of the split to the recall tool', () => {
  const { groups } = sumSavings([sampleEntry(), sampleStep()], 'tool');
  expect(groups.map(({ key, calls, netMicrodollars }) => [key, calls, netMicrodollars])).toEqual([
    ['read_file', 1, 900],
    ['recall_output', 0, -100],
  ]);
});

test('the rows of any grouping add up to the total, to the micro-dollar', () => {
  const tokens = fc.integer({ min: -30_000, max: 30_000 });
  const step = fc
    .record({
      avoided: tokens,
      recall: fc.nat(9_000),
      overheadTokens: fc.nat(500),
      isRecall: fc.boolean(),
      cacheReadTokens: fc.option(fc.nat(5_000)),
      input: fc.nat(30_000_000),
      model: fc.constantFrom('a', 'b'),
      day: fc.integer({ min: 1, max: 28 }),
    })
    .map(({ avoided, recall, input, cacheReadTokens, day, ...others }) =>
      sampleStep({
        ...others,
        timestamp: `2026-02-${String(day).padStart(2, '0')}T00:00:00.000Z`,
        usage: usage({ cacheReadTokens }),
        carried: ['read_file', 'grep_file'].map((toolName) => ({
          toolName,
          avoidedTokens: avoided,
          recallTokens: recall,
        })),
        price: { input, cachedInput: Math.floor(input / 10), cacheWrite: null, output: input * 4 },
      }),
    );
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      for (const groupBy of savingsGroupings) {
        const { totals, groups } = sumSavings(steps, groupBy);
        const sum = groups.reduce((all, { netMicrodollars }) => all + (netMicrodollars ?? 0), 0);
        expect(sum).toBe(totals.netMicrodollars ?? 0);
      }
    }),
  );
});
