/**
 * The index one step onward, wrapping around; without a current index, the first or the last. `null`: there
 * is nothing to step to.
 */
export function stepTo(current: number | null, by: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (current === null) return by === 1 ? 0 : count - 1;
  return (current + by + count) % count;
}
