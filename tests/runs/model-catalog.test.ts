import { expect, test } from 'vitest';
import { contextWindowOf, priceOf } from '#lib/runs/model-catalog.ts';

test('a price is in micro-dollars per million tokens, as the provider publishes it', () => {
  expect(priceOf('gpt-5.4-mini', {})).toEqual({
    input: 750_000,
    cachedInput: 75_000,
    cacheWrite: null,
    output: 4_500_000,
  });
});

test('a model snapshot costs what its model costs', () => {
  expect(priceOf('gpt-5.4-mini-2026-03-05', {})).toEqual(priceOf('gpt-5.4-mini', {}));
});

test('a configured price overrides the built-in one, exact model names first', () => {
  const configured = { 'gpt-5.4': { input: 1, output: 2 }, local: { input: 0, output: 0 } };
  expect(priceOf('gpt-5.4', configured)).toEqual({
    input: 1_000_000,
    cachedInput: null,
    cacheWrite: null,
    output: 2_000_000,
  });
  expect(priceOf('gpt-5.4-2026-03-05', configured)).toEqual(priceOf('gpt-5.4', configured));
  expect(priceOf('local', configured)).toEqual({ input: 0, cachedInput: null, cacheWrite: null, output: 0 });
});

test('the price of an unknown model is unknown', () => {
  for (const name of ['offline', 'gpt-5.4-miniature', 'toString', '__proto__', '']) {
    expect(priceOf(name, {})).toBeNull();
  }
});

const named = (id: string) => ({ id, providerName: id });

test('the model of the README has a price and a window', () => {
  expect(priceOf('gpt-5-mini', {})).toEqual({
    ...{ input: 250_000, cachedInput: 25_000, cacheWrite: null, output: 2_000_000 },
  });
  expect(contextWindowOf(named('gpt-5-mini'), {})).toBe(400_000);
});

test('a long input costs more where the provider says so, all of it; writing to a cache has its own price', () => {
  expect(priceOf('gpt-5.4', {}, 271_999)?.input).toBe(2_500_000);
  expect(priceOf('gpt-5.4', {}, 272_000)).toMatchObject({
    input: 5_000_000,
    cachedInput: 500_000,
    output: 22_500_000,
  });
  expect(priceOf('claude-sonnet-4-5', {})).toMatchObject({ input: 3_000_000, cacheWrite: 3_750_000 });
});

test('a context window comes from the config, else from the catalog, and is otherwise unknown', () => {
  const result = { own: { contextTokens: 8_192 }, 'gpt-5.4': {} };
  expect(contextWindowOf(named('own'), result)).toBe(8_192);
  expect(contextWindowOf(named('gpt-5.4-2026-03-05'), result)).toBe(contextWindowOf(named('gpt-5.4'), {}));
  expect(contextWindowOf(named('gpt-5.4'), {})).toBeGreaterThan(100_000);
  expect([contextWindowOf(named('constructor'), {}), contextWindowOf(named('unheard-of'), result)]).toEqual([
    null,
    null,
  ]);
});
