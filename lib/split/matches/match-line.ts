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
  if (isDigit(line.charCodeAt(0))) {
    const bare = numberAt(line, 0);
    if (bare) return { path: null, ...bare };
  }
  if (hasContext && known !== null && line.startsWith(known)) {
    const own = numberAt(line, known.length + 1);
    if (own?.isContext && line[known.length] === line[line.length - own.text.length - 1])
      return { path: known, ...own };
  }
  const end = Math.min(line.length, longestPath);
  let around: MatchLine | null = null;
  for (let place = 1; place < end; place += 1) {
    const code = line.charCodeAt(place);
    if (code === tab) break;
    if ((code !== colon && code !== dash && code !== equals) || !isDigit(line.charCodeAt(place + 1)))
      continue;
    const rest = numberAt(line, place + 1);
    if (!rest || rest.isContext !== (code !== colon)) continue;
    const found = { path: line.slice(0, place), ...rest };
    // Behind a line around a match `:12:` may stand in its text, where blanks are likely; in paths they are not.
    if (!found.isContext) return around && /\s/.test(found.path) ? around : found;
    if (hasContext) around ??= found;
  }
  return around;
}

/** `12:text` or `12-text` from a place on. */
function numberAt(line: string, start: number): Omit<MatchLine, 'path'> | null {
  let end = start;
  let number = 0;
  while (end - start < 9 && isDigit(line.charCodeAt(end))) {
    number = number * 10 + line.charCodeAt(end) - 48;
    end += 1;
  }
  const mark = line.charCodeAt(end);
  if (end === start || (mark !== colon && mark !== dash && mark !== equals)) return null;
  return { number, text: line.slice(end + 1), isContext: mark !== colon };
}
