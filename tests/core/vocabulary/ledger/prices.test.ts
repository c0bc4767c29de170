import { expect, test } from 'vitest';
import { priceOf } from '#lib/core/vocabulary/ledger/prices.ts';

test('a price is in micro-dollars per million tokens, as the provider publishes it', () => {
  expect(priceOf('gpt-5.4-mini', {})).toEqual({ input: 750_000, cachedInput: 75_000, output: 4_500_000 });
});

test('a model snapshot costs what its model costs', () => {
  expect(priceOf('gpt-5.4-mini-2026-03-05', {})).toEqual(priceOf('gpt-5.4-mini', {}));
});

test('a configured price overrides the built-in one, exact model names first', () => {
  const configured = { 'gpt-5.4': { input: 1, output: 2 }, local: { input: 0, output: 0 } };
  expect(priceOf('gpt-5.4', configured)).toEqual({ input: 1_000_000, cachedInput: null, output: 2_000_000 });
  expect(priceOf('gpt-5.4-2026-03-05', configured)).toEqual(priceOf('gpt-5.4', configured));
  expect(priceOf('local', configured)).toEqual({ input: 0, cachedInput: null, output: 0 });
});

test('the price of an unknown model is unknown', () => {
  for (const name of ['offline', 'gpt-5.4-miniature', 'toString', '__proto__', '']) {
    expect(priceOf(name, {})).toBeNull();
  }
});
