/** A log line, always 64 bytes with its newline. */
const sampleLine = (line: number): string => {
  const number = String(line).padStart(8, '0');
  return `${number} GET /items/${(line * 7_919) % 1_000_003} took ${line % 997} ms`
    .padEnd(63, '.')
    .concat('\n');
};

/** `count` lines, the same each time. */
export const sampleLines = (count: number): string =>
  Array.from({ length: count }, (_, at) => sampleLine(at + 1)).join('');

/** Text of exactly `byteLength` bytes. */
export const sampleBytes = (byteLength: number): string =>
  sampleLines(Math.ceil(byteLength / 64)).slice(0, byteLength);

/** A source file of `lineCount` lines, with comments, templates and strings: some 32 bytes a line. */
export function sampleSource(lineCount: number): string {
  const lines = Array.from({ length: lineCount }, (_, at) => sourceLine(at));
  return `${lines.join('\n')}\n`;
}

function sourceLine(at: number): string {
  const number = at + 1;
  const kinds = [
    `/** Counts what ${number} holds. */`,
    `export function count${number}(a: number) {`,
    `  const text = \`of \${a + ${number}}\`;`,
    `  // nothing is lost`,
    `  if (a > ${number}) return text.length;`,
    `  return 'none ${number}'.length;`,
    `}`,
    '',
  ];
  return kinds[at % kinds.length] ?? '';
}
