/** How programs draw tables. */
export type TableStyle = 'framed' | 'ruled' | 'dashed' | 'columns';

/** `+----+----+`, `┌────┬────┐`, Markdown's `|---|---|`, and the separators between their parts. */
const frame = /^(?:\+[-=+]{2,}\+|[┌├└╭╰╞╔╠╚][─┬┼┴═╪╤╧╦╬╩]+[┐┤┘╮╯╡╗╣╝]|\|[-:| ]{3,}\|)$/;
/** psql: `----+----`. */
const rule = /^-{1,2000}(?:\+-{1,2000})*$/;
/** sqlite3 -column, SQL Server: `--  ----`. */
const dashes = /^-{1,2000}(?: {1,2}-{1,2000})+ *$/;
/** docker, kubectl: `NAME   STATUS   AGE`. */
const capitals =
  /^[A-Z][A-Z0-9_()%/.-]*(?: [A-Z][A-Z0-9_()%/.-]*)*(?: {2,}[A-Z%#][A-Z0-9_()%/.-]*(?: [A-Z][A-Z0-9_()%/.-]*)*){2,}\s*$/;

/** `+`, `|`, and the corners of frames. */
const mayBeFrame = (code: number): boolean =>
  code === 43 || code === 124 || (code >= 0x2500 && code < 0x2580);

const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/** Whether a line that begins with this character may be a mark: most are not. */
export const mayBeTableMark = (code: number): boolean => code === 45 || mayBeFrame(code) || isCapital(code);

export const isFrame = (line: string): boolean =>
  mayBeFrame(line.charCodeAt(0)) && frame.test(line.trimEnd());

/** The table style that a line reveals, for the line before it or for itself; `null`: none. */
export function tableStyleAt(line: string, before: string): TableStyle | null {
  const code = line.charCodeAt(0);
  if (code === 45) {
    const text = line.trimEnd();
    if (rule.test(text)) return text.includes('+') || /^ \S/.test(before) ? 'ruled' : null;
    return dashes.test(text) && before.trim() !== '' ? 'dashed' : null;
  }
  if (isFrame(line)) return 'framed';
  return isCapital(code) && line.length < 400 && line.includes('  ') && capitals.test(line)
    ? 'columns'
    : null;
}

/** `(3 rows)`, `3 rows in set (0.00 sec)`. */
export const rowCountAt = (line: string): number | null => {
  const code = line.charCodeAt(0);
  if (code !== 40 && (code < 48 || code > 57)) return null;
  const match = /^(?:\((\d{1,15}) rows?\)|(\d{1,15}) rows? in set)/.exec(line);
  return match ? Number(match[1] ?? match[2]) : null;
};
