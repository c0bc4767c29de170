import { calcPrice, type ModelPrice } from '@pydantic/genai-prices';
import { type Dollars, type Price, toPrice } from '../core/vocabulary/ledger/prices.ts';
import { findKnownModel, withoutSnapshot } from './known-models.ts';

/** What the config file says of a model. */
export interface ConfiguredModel {
  contextTokens?: number | undefined;
}

function configuredFor<T>(model: string, configured: Readonly<Record<string, T>>): T | undefined {
  for (const name of [model, withoutSnapshot(model)]) {
    const found = Object.hasOwn(configured, name) ? configured[name] : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The price of a model call: as the config file says, or else as its provider publishes it
 * (github.com/pydantic/genai-prices, the release in package.json). `null`: unknown.
 * @param inputTokens some models cost more for a long input, all of it
 */
export function priceOf(
  model: string,
  configured: Readonly<Record<string, Dollars>>,
  inputTokens = 0,
): Price | null {
  const dollars = configuredFor(model, configured);
  if (dollars) return toPrice(dollars);
  const rates = findPublished(model)?.model_price;
  if (!rates) return null;
  const [input, output] = [
    rateOf(rates, 'input_mtok', inputTokens),
    rateOf(rates, 'output_mtok', inputTokens),
  ];
  if (input === undefined || output === undefined) return null;
  const cachedInput = rateOf(rates, 'cache_read_mtok', inputTokens);
  const cacheWrite = rateOf(rates, 'cache_write_mtok', inputTokens);
  return toPrice({
    input,
    output,
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  });
}

/** Whether the config file says what a model costs. */
export const isPriceConfigured = (model: string, configured: Readonly<Record<string, Dollars>>): boolean =>
  configuredFor(model, configured) !== undefined;

/** The input tokens above which a model costs more. `null`: it does not, or is unknown. */
export function costlierAbove(model: string, configured: Readonly<Record<string, Dollars>>): number | null {
  const rates = isPriceConfigured(model, configured) ? undefined : findPublished(model)?.model_price;
  const rate = rates?.input_mtok;
  const start = typeof rate === 'object' ? rate.tiers[0]?.start : undefined;
  // Published as the last number of the tier below: 271,999.
  return start === undefined ? null : Math.round(start / 1_000) * 1_000;
}

/**
 * Tokens that fit into the context of a model, from the same sources; where they say nothing, from the generated
 * file. `null`: unknown.
 */
export function contextWindowOf(
  { id, providerName }: { id: string; providerName: string },
  configured: Readonly<Record<string, ConfiguredModel>>,
): number | null {
  const own =
    configuredFor(id, configured)?.contextTokens ?? configuredFor(providerName, configured)?.contextTokens;
  if (own !== undefined) return own;
  return findPublished(providerName)?.model.context_window ?? findKnownModel(providerName)?.window ?? null;
}

/** `null`: no provider publishes this model under this name. */
const findPublished = (model: string) => {
  for (const name of [model, withoutSnapshot(model)]) {
    const found = name === '' ? null : calcPrice({ input_tokens: 0, output_tokens: 0 }, name);
    if (found) return found;
  }
  return null;
};

/** Dollars per million tokens, in the tier of an input of this length; `undefined`: there is no such price. */
function rateOf(rates: ModelPrice, name: string, inputTokens: number): number | undefined {
  const rate = rates[name];
  if (rate === undefined || typeof rate === 'number') return rate;
  return rate.tiers.findLast(({ start }) => inputTokens > start)?.price ?? rate.base;
}
