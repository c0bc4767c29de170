import { isMessage, type ThreadItem } from '#lib/core/conversation/thread-items.ts';

/**
 * The first message to keep, so that those after it take at most `keptTokens`; at least the last is kept, with all its
 * results, since the model is about to read them.
 * @param tokens of each item
 * @returns its index among the items; 0: there is nothing to compact
 */
export function findCut(items: readonly ThreadItem[], tokens: readonly number[], keptTokens: number): number {
  let first = items.length;
  let sum = 0;
  for (let index = items.length - 1; index >= 0; index -= 1) {
    sum += tokens[index] ?? 0;
    if (sum > keptTokens && first < items.length) break;
    // A notice says nothing to the model, and cannot be named as the first.
    const item = items[index];
    if (item && isMessage(item)) first = index;
  }
  return first === items.length ? 0 : first;
}
