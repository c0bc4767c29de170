/** RFC 4180. */
export const printRow = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : printText(cell))).join(',')}\r\n`;

/** A spreadsheet reads a cell that begins like this as a formula: names are of people's own choosing. */
const formula = /^[=+\-@\t\r]/;

function printText(text: string): string {
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
