import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';
import type { Json } from '../core/vocabulary/json.ts';

/**
 * Arguments as events and metadata store them: unchanged, or cut if they are too long or too deep to store.
 */
export function storedArguments(input: unknown): Json {
  if (isTooDeep(input)) return { cut: 'nested too deep' };
  const text = JSON.stringify(input ?? null);
  return text.length <= limits.storedArgumentCharacters
    ? (JSON.parse(text) as Json)
    : { cut: cutText(text, limits.storedArgumentCharacters) };
}

/**
 * JSON nested thousands deep can be parsed, but neither written nor validated again: its event would block
 * the log.
 */
export const isTooDeep = (input: unknown): boolean => isDeeperThan(input, limits.storedArgumentDepth);

const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((item) => isDeeperThan(item, depth - 1)));
