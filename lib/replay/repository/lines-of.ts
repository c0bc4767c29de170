/** Lines made from their index, each with its line feed. */
export const linesOf = (count: number, line: (index: number) => string): string =>
  `${Array.from({ length: count }, (_, index) => line(index)).join('\n')}\n`;
