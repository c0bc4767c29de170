import type { OutcomeCount } from './test-outcome.ts';

/** Sums the counts of several runs in one result, by word. */
export interface Counts {
  /** Sets a count of the current run; a repeated count replaces the earlier one. */
  set(word: string, count: number): void;
  add(word: string, count: number): void;
  /** Closes the current run's counts because another run starts. */
  settle(): void;
  /** Drops the current run's counts: another round of it starts. */
  restart(): void;
  of(word: string): number;
  /** The counts of each run, if there were several: the given words, in the words of the view. */
  runs(words: readonly (readonly [word: string, shown: string])[]): OutcomeCount[][];
  readonly isEmpty: boolean;
}

/** With more runs than these, their number is not stated. */
const maxRuns = 1_000;

export function createCounts(): Counts {
  const settled = new Map<string, number>();
  const ended: ReadonlyMap<string, number>[] = [];
  let running = new Map<string, number>();
  const of = (word: string) => (settled.get(word) ?? 0) + (running.get(word) ?? 0);
  return {
    set: (word, count) => void running.set(word, count),
    add: (word, count) => void running.set(word, (running.get(word) ?? 0) + count),
    settle() {
      if (running.size === 0) return;
      for (const [word, count] of running) settled.set(word, (settled.get(word) ?? 0) + count);
      if (ended.length <= maxRuns) ended.push(running);
      running = new Map();
    },
    restart() {
      running = new Map();
    },
    of,
    runs(words) {
      const all = running.size > 0 ? [...ended, running] : ended;
      if (all.length < 2 || all.length > maxRuns) return [];
      return all.map((run) => words.map(([word, shown]) => [run.get(word) ?? 0, shown] as const));
    },
    get isEmpty() {
      return settled.size + running.size === 0;
    },
  };
}
