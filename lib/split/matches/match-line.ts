/**
 * A line of a search's output, as it stands: `path:12:text`, `12:text` under a heading, `path-11-text` around a match, `path=4=text`
 * the function it is in (`git grep -p`).
 */
export interface MatchLine {
  /** `null`: the line names none. */
  path: string | null;
  number: number;
  text: string;
  /** It stands around a match, and is none. */
  isContext: boolean;
}

const longestPath = 1_000;
const colon = 58;
const dash = 45;
const equals = 61;
const tab = 9;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Reads the first `:12:` of a line. Paths and dates hold dashes too, so `-12-` tells a line around a match only where such
 * lines are asked for or known to be there.
 * @param known the file the lines before were of
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
    // Behind a line around a match `:12:` may stand in its text, where blanks are likely; in paths they are not.
    if (!found.isContext) return around && /\s/.test(line.slice(0, offset)) ? around : found;
    if (hasContext) around ??= found;
  }
  return around;
}

/** Where the number ends that begins at a place, with a mark behind it; `-1`: none stands there. */
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
