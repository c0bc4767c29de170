/** RFC 4180. */
export const printRow = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : printText(cell))).join(',')}\r\n`;

/** Spreadsheets read a cell that starts like this as a formula, and people choose names freely. */
const formula = /^[=+\-@\t\r]/;

function printText(text: string): string {
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
