/** A piece of text that a page draws, in the order of the page's content. */
export interface DrawnText {
  str: string;
  /** Affine transform from the text to the page: `[a, b, c, d, x, y]`. */
  transform: readonly number[];
  /** In the units of the page. */
  width: number;
  /** A line ends with it. */
  hasEOL: boolean;
}

export interface PageLine {
  text: string;
  /** Size of its largest font, in the units of the page. */
  fontSize: number;
  /** How many characters, without blanks. */
  length: number;
}

/** A gap this many times as wide as the font is high separates columns. */
const columnGap = 1.5;
const columnSpace = '   ';
/** The dots between an entry of a table of contents and its page. */
const dotLeaders = /\s*(?:\.[ \u00a0]*){4,}/g;

/** The lines that a page shows, without blanks at their ends. Columns of a table stay apart. */
export function pageLines(drawn: readonly DrawnText[]): PageLine[] {
  const lines: PageLine[] = [];
  let text = '';
  let fontSize = 0;
  const end = () => {
    const shown = text.replaceAll(dotLeaders, ' … ').trim();
    lines.push({ text: shown, fontSize, length: shown.replaceAll(/\s+/g, '').length });
    text = '';
    fontSize = 0;
  };
  for (const { str, transform, width, hasEOL } of drawn) {
    const size = Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
    const isBlank = str.trim() === '';
    // A page may contain any character; a line end would be one more line than it shows.
    const shown = str.replaceAll(/[\r\n\f\u2028\u2029]+/g, ' ');
    text += isBlank && width > size * columnGap ? columnSpace : shown;
    if (!isBlank) fontSize = Math.max(fontSize, size);
    if (hasEOL) end();
  }
  if (text !== '') end();
  return lines;
}
