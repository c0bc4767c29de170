/**
 * The items of a list that fit a budget, in order; one that does not fit is skipped. The first is always
 * included.
 */
export function takeFitting<T>(items: readonly T[], budgetTokens: number, costOf: (item: T) => number): T[] {
  const chosen: T[] = [];
  let remaining = budgetTokens;
  let misses = 0;
  for (const item of items) {
    const cost = costOf(item);
    if (cost > remaining && chosen.length > 0) {
      misses += 1;
      // Searching on would cost more than it could gain.
      if (misses > maxMisses) break;
      continue;
    }
    remaining -= cost;
    chosen.push(item);
  }
  return chosen;
}

const maxMisses = 20;
