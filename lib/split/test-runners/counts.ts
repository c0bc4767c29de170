/** Sums the counts of several runs in one result, by word. */
export interface Counts {
  /** Sets a count of the current run; a repeated count replaces the earlier one. */
  set(word: string, count: number): void;
  add(word: string, count: number): void;
  /** Closes the current run's counts because another run starts. */
  settle(): void;
  of(word: string): number;
  readonly isEmpty: boolean;
}

export function createCounts(): Counts {
  const settled = new Map<string, number>();
  let running = new Map<string, number>();
  const of = (word: string) => (settled.get(word) ?? 0) + (running.get(word) ?? 0);
  return {
    set: (word, count) => void running.set(word, count),
    add: (word, count) => void running.set(word, (running.get(word) ?? 0) + count),
    settle() {
      for (const [word, count] of running) settled.set(word, (settled.get(word) ?? 0) + count);
      running = new Map();
    },
    of,
    get isEmpty() {
      return settled.size + running.size === 0;
    },
  };
}
