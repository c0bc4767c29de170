/**
 * The first few in an order, without sorting all of them: a tally may hold thousands, a view shows some.
 * @param compare as `sort` takes it; equal ones stay as they came
 */
export function takeFirst<T>(items: Iterable<T>, most: number, compare: (a: T, b: T) => number): T[] {
  const taken: T[] = [];
  for (const item of items) {
    const last = taken.at(-1);
    if (taken.length >= most && (last === undefined || compare(item, last) >= 0)) continue;
    if (taken.length >= most) taken.pop();
    let place = taken.length;
    while (place > 0) {
      const before = taken[place - 1];
      if (before === undefined || compare(before, item) <= 0) break;
      place -= 1;
    }
    taken.splice(place, 0, item);
  }
  return taken;
}
