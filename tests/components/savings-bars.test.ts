import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChartBars } from '#components/savings/chart/chart-bars.tsx';
import type { BinFigures, ChartBin } from '#components/savings/chart/chart-bins.ts';
import { chartKinds } from '#components/savings/chart/chart-kinds.ts';
import { niceTicks } from '#components/savings/chart/nice-ticks.ts';

const figures = (change: Partial<BinFigures>): BinFigures => ({
  calls: 1,
  recalls: 0,
  withheldTokens: 0,
  avoidedTokens: 0,
  netMicrodollars: null,
  ...change,
});
const bin = (now: Partial<BinFigures>, before: BinFigures | null = null): ChartBin => ({
  from: '2026-11-21',
  to: '2026-11-21',
  figures: figures(now),
  before,
});

/** Top and bottom of each shape with this class. */
function shapes(kind: keyof typeof chartKinds, bins: ChartBin[], values: number[], name: string): number[][] {
  const props = {
    bins,
    size: 'day',
    kind: chartKinds[kind],
    ticks: niceTicks(values, 1),
    activeAt: null,
  } as const;
  const markup = renderToStaticMarkup(createElement(ChartBars, props));
  const match = markup.matchAll(
    new RegExp(`<rect class="${name}"[^>]* y="([^"]+)"[^>]* height="([^"]+)"`, 'g'),
  );
  return [...match].map(([, top, height]) => [Number(top), Number(top) + Number(height)]);
}

test('the bar of avoided tokens lies inside the bar of withheld tokens, on the same baseline', () => {
  const bins = [bin({ withheldTokens: 600, avoidedTokens: 200 })];
  const [outline = []] = shapes('tokens', bins, [600], 'wi');
  const [filled = []] = shapes('tokens', bins, [600], 'av');
  expect(filled[1]).toBe(outline[1]);
  expect((outline[1] ?? 0) - (outline[0] ?? 0)).toBeCloseTo(3 * ((filled[1] ?? 0) - (filled[0] ?? 0)));
});

test('a loss hangs below the axis, a gain stands on it, and an unknown value has no bar', () => {
  const bins = [
    bin({ netMicrodollars: 300 }),
    bin({ netMicrodollars: -300 }),
    bin({ netMicrodollars: null }),
  ];
  const [gain = [], loss = [], ...others] = shapes('net', bins, [300, -300], 'av');
  expect(loss[0]).toBe(gain[1]);
  expect((loss[1] ?? 0) - (loss[0] ?? 0)).toBeCloseTo((gain[1] ?? 0) - (gain[0] ?? 0));
  expect(others).toEqual([]);
});
