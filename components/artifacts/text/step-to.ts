/** The place after one step among so many, round and round; from nowhere, the first or the last. `null`: there are none. */
export function stepTo(current: number | null, by: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (current === null) return by === 1 ? 0 : count - 1;
  return (current + by + count) % count;
}
