import { copyString } from './copy-string.ts';
import { takeFirst } from './take-first.ts';

/** Counts by name, in bounded memory. */
export interface Tally {
  add(name: string, amount?: number): void;
  /** The largest first; equal ones in order of appearance. */
  top(max: number): { name: string; count: number }[];
  /** Sum of everything added, including names that found no room. */
  readonly total: number;
  /** Number of distinct names; `null`: there were more than could be kept. */
  readonly distinct: number | null;
  get(name: string): number;
}

export function createTally(bufferedCount = 5_000): Tally {
  const counts = new Map<string, number>();
  let total = 0;
  let isFull = false;
  return {
    add(name, amount = 1) {
      total += amount;
      const known = counts.get(name);
      if (known !== undefined) counts.set(name, known + amount);
      else if (counts.size < bufferedCount) counts.set(copyString(name), amount);
      else isFull = true;
    },
    top: (max) => takeFirst(counts, max, ([, a], [, b]) => b - a).map(([name, count]) => ({ name, count })),
    get total() {
      return total;
    },
    get distinct() {
      return isFull ? null : counts.size;
    },
    get: (name) => counts.get(name) ?? 0,
  };
}
