/** Those of a list that fit a budget, taken in its order; one that does not fit is passed over. The first is always taken. */
export function takeFitting<T>(items: readonly T[], budgetTokens: number, costOf: (item: T) => number): T[] {
  const taken: T[] = [];
  let left = budgetTokens;
  let misses = 0;
  for (const item of items) {
    const cost = costOf(item);
    if (cost > left && taken.length > 0) {
      misses += 1;
      // Looking on would cost more than it could bring.
      if (misses > mostMisses) break;
      continue;
    }
    left -= cost;
    taken.push(item);
  }
  return taken;
}

const mostMisses = 20;
