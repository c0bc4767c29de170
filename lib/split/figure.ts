/** `2,450`. Small counts skip `toLocaleString`, which takes as long as reading several lines. */
export const figure = (count: number): string =>
  count < 1_000 ? String(count) : count.toLocaleString('en-US');
