/** Pseudo-random numbers that are the same in every replay (mulberry32). */
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

export const linesOf = (count: number, line: (index: number) => string): string =>
  `${Array.from({ length: count }, (_, index) => line(index)).join('\n')}\n`;
