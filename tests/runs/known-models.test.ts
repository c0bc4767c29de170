import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasVision } from '#lib/runs/has-vision.ts';
import { findKnownModel, modelReleases } from '#lib/runs/known-models.ts';
import { contextWindowOf, costlierAbove, priceOf } from '#lib/runs/model-catalog.ts';

const windowOf = (name: string, configured = {}) =>
  contextWindowOf({ id: name, providerName: name }, configured);

describe('what is known of models', () => {
  test('is of the release of the prices that is installed', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    );
    const version = dependencies['@pydantic/genai-prices'];
    expect(modelReleases.prices.release, 'run scripts/generate-models.ts').toBe(
      `@pydantic/genai-prices ${version}`,
    );
  });

  test('has a price, a window and images for the model of the README', () => {
    expect(priceOf('gpt-5-mini', {})).toMatchObject({
      input: expect.any(Number),
      output: expect.any(Number),
    });
    expect(windowOf('gpt-5-mini')).toBe(400_000);
    expect(hasVision('gpt-5-mini')).toBe(true);
  });

  test('is found at any provider, of any case, and by the name of a snapshot', () => {
    for (const name of ['openai/gpt-5-mini', 'GPT-5-mini', 'gpt-5-mini-2025-08-07'])
      expect(findKnownModel(name), name).toEqual({ window: 400_000, vision: true });
    expect(findKnownModel('__proto__')).toBeNull();
    for (const name of ['', 'auto', 'auto-beta', 'free', 'cheap', 'fusion'])
      expect(findKnownModel(name), name).toBeNull();
  });

  test('says from which input on a model costs more, unless the config file says what it costs', () => {
    expect(costlierAbove('gpt-5.4', {})).toBe(272_000);
    expect(costlierAbove('gpt-5-mini', {})).toBeNull();
    expect(costlierAbove('gpt-5.4', { 'gpt-5.4': { input: 1, output: 2 } })).toBeNull();
  });

  test('says which models see, whatever their names suggest', () => {
    expect(hasVision('amazon.nova-lite-v1:0')).toBe(true);
    expect(hasVision('o3-mini')).toBe(false);
    // Newer than the file: its family sees.
    expect(hasVision('gpt-9-nano-of-next-year')).toBe(true);
  });

  test('fills in windows that are published nowhere else, and never overrules the config file', () => {
    expect(windowOf('amazon.nova-lite-v1:0')).toBe(300_000);
    expect(windowOf('amazon.nova-lite-v1:0', { 'amazon.nova-lite-v1:0': { contextTokens: 5_000 } })).toBe(
      5_000,
    );
    expect(windowOf('a-model-of-our-own')).toBeNull();
  });
});
