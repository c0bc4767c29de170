/** Sums of what several runs in one result came to, by word. */
export interface Counts {
  /** What the run that is on came to: said again, it replaces what was said. */
  set(word: string, count: number): void;
  add(word: string, count: number): void;
  /** Another run begins: what was said so far stands. */
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
