/**
 * The first few in an order, without sorting all of them: a tally may hold thousands, a view shows some.
 * @param compare as `sort` takes it; equal ones stay as they came
 */
export function takeFirst<T>(items: Iterable<T>, most: number, compare: (a: T, b: T) => number): T[] {
  const chosen: T[] = [];
  for (const item of items) {
    const last = chosen.at(-1);
    if (chosen.length >= most && (last === undefined || compare(item, last) >= 0)) continue;
    if (chosen.length >= most) chosen.pop();
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
