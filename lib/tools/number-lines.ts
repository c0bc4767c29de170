/**
 * Every line after its number, without line ends: numbered as people count the lines of a file, and as the
 * model reads them.
 */
export function numberLines(text: string, firstNumber: number): string {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line, index) => `${firstNumber + index}\t${line}`)
    .join('\n');
}
