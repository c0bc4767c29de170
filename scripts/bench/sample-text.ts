/** A line of a log, always of 64 bytes with its newline. */
const sampleLine = (line: number): string => {
  const number = String(line).padStart(8, '0');
  return `${number} GET /items/${(line * 7_919) % 1_000_003} took ${line % 997} ms`
    .padEnd(63, '.')
    .concat('\n');
};

/** That many lines; the same each time. */
export const sampleLines = (count: number): string =>
  Array.from({ length: count }, (_, at) => sampleLine(at + 1)).join('');

/** Text of exactly that many bytes. */
export const sampleBytes = (byteLength: number): string =>
  sampleLines(Math.ceil(byteLength / 64)).slice(0, byteLength);
