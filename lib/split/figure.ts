/** `2,450`. Most counts are small, and what writes the others takes as long as reading some lines does. */
export const figure = (count: number): string =>
  count < 1_000 ? String(count) : count.toLocaleString('en-US');
