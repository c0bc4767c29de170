/**
 * A line of a search's output: `path:12:text`, `12:text` under a heading, `path-11-text` for context,
 * `path=4=text` for the enclosing function (`git grep -p`).
 */
export interface MatchLine {
  /** `null`: the line names no file. */
  path: string | null;
  number: number;
  text: string;
  /** Whether it is a line around a match, not a match. */
  isContext: boolean;
}

const longestPath = 1_000;
const colon = 58;
const dash = 45;
const equals = 61;
const tab = 9;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Parses the first `:12:` of a line. Paths and dates contain dashes too, so `-12-` only marks a context line
 * where context was requested or is known to be present.
 * @param known the file of the previous lines
 */
export function parseMatchLine(line: string, known: string | null, hasContext: boolean): MatchLine | null {
  const ownEnd = endOfNumber(line, 0);
  if (ownEnd !== -1) return matchLine(line, null, 0, ownEnd);
  if (known !== null && line.startsWith(known)) {
    const start = known.length + 1;
    const end = endOfNumber(line, start);
    const [before, behind] = [line.charCodeAt(start - 1), line.charCodeAt(end)];
    if (end !== -1 && before === behind && (before === colon || hasContext))
      return matchLine(line, known, start, end);
  }
  const longest = Math.min(line.length, longestPath);
  let around: MatchLine | null = null;
  for (let offset = 1; offset < longest; offset += 1) {
    const code = line.charCodeAt(offset);
    if (code === tab) break;
    if (code !== colon && code !== dash && code !== equals) continue;
    const end = endOfNumber(line, offset + 1);
    if (end === -1 || (line.charCodeAt(end) === colon) !== (code === colon)) continue;
    const found = matchLine(line, line.slice(0, offset), offset + 1, end);
    // The text of a context line may contain `:12:`. It comes after blanks, which are likely in text but not
    // in paths.
    if (!found.isContext) return around && /\s/.test(line.slice(0, offset)) ? around : found;
    if (hasContext) around ??= found;
  }
  return around;
}

/** The end of a number that begins at an offset and is followed by a separator; `-1`: there is none. */
function endOfNumber(line: string, start: number): number {
  let end = start;
  while (end - start < 9 && isDigit(line.charCodeAt(end))) end += 1;
  const mark = line.charCodeAt(end);
  return end > start && (mark === colon || mark === dash || mark === equals) ? end : -1;
}

const matchLine = (line: string, path: string | null, start: number, end: number): MatchLine => ({
  path,
  number: Number(line.slice(start, end)),
  text: line.slice(end + 1),
  isContext: line.charCodeAt(end) !== colon,
});
