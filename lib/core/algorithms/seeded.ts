/** Pseudo-random numbers that are the same for the same seed (mulberry32). */
export interface Seeded {
  /** An integer from 0 up to `end`, exclusive. */
  below(end: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

export function createSeeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { below, pick: (choices) => choices[below(choices.length)] ?? choices[0] };
}

/** In a random order (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], { below }: Seeded): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const at = below(last + 1);
    [order[last], order[at]] = [order[at] as T, order[last] as T];
  }
  return order;
}
