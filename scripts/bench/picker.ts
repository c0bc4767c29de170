/** Pseudo-random numbers, the same each time: a linear congruential generator (Numerical Recipes). */
export function createPicker(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
