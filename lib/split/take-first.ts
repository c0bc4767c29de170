/**
 * The first items of an order without sorting all of them: a tally may have thousands, a view shows a few.
 * @param compare as for `sort`; equal items keep their order
 */
export function takeFirst<T>(items: Iterable<T>, max: number, compare: (a: T, b: T) => number): T[] {
  const chosen: T[] = [];
  for (const item of items) {
    const last = chosen.at(-1);
    if (chosen.length >= max && (last === undefined || compare(item, last) >= 0)) continue;
    if (chosen.length >= max) chosen.pop();
    let index = chosen.length;
    while (index > 0) {
      const before = chosen[index - 1];
      if (before === undefined || compare(before, item) <= 0) break;
      index -= 1;
    }
    chosen.splice(index, 0, item);
  }
  return chosen;
}
