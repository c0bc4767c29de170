import { createSeeded } from '#lib/core/algorithms/seeded.ts';

/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From `min` up to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  chance(percent: number): boolean;
}

export function createRandom(seed: number): Random {
  const { below } = createSeeded(seed);
  return {
    integer: (min, max) => min + below(max - min + 1),
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    chance: (percent) => below(100) < percent,
  };
}
