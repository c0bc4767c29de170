/** One line of a search result: `path:line:text`, `path-line-text` around a match, or `--` between groups. */
export interface ParsedMatchLine {
  kind: 'match' | 'context' | 'gap' | 'other';
  /** `null` if the line has no path. */
  path: string | null;
  line: number | null;
  text: string;
}

const matchPattern = /^(.+?):(\d{1,9}):(.*)$/s;

/** What follows a path: a line number between marks for a match or a context line. */
const numbered = { match: /:(\d{1,9})(?=:)/g, context: /-(\d{1,9})(?=-)/g };

/** Parses the lines of a search result. `files` are the paths with matches, if known. */
export function parseMatches(lines: readonly string[], files: readonly string[]): ParsedMatchLine[] {
  const paths = new Set(files);
  for (const line of lines) {
    const path = matchPattern.exec(line)?.[1];
    if (path !== undefined && paths.size < 1_000) paths.add(path);
  }
  return lines.map(createMatchParser([...paths]));
}

/** Parses the lines of a search result one at a time, whatever their number. */
export function createMatchParser(files: readonly string[]): (line: string) => ParsedMatchLine {
  const known = new Set(files);
  const longest = files.reduce((max, { length }) => Math.max(max, length), 0);
  return (line) => {
    if (line === '--') return { kind: 'gap', path: null, line: null, text: '' };
    const context = parseKnown('context', line, known, longest);
    const match = parseKnown('match', line, known, longest);
    const ofKnown = lengthOf(match) > lengthOf(context) ? match : context;
    if (ofKnown) return ofKnown;
    const [, path, number, text] = matchPattern.exec(line) ?? [];
    if (path === undefined || number === undefined || text === undefined) {
      return { kind: 'other', path: null, line: null, text: line };
    }
    return { kind: 'match', path, line: Number(number), text };
  };
}

const lengthOf = (line: ParsedMatchLine | null): number => line?.path?.length ?? 0;

/**
 * Matches a line to the longest known path: a context line is ambiguous by itself, and a path may look like
 * another one followed by a number.
 */
function parseKnown(
  kind: 'match' | 'context',
  line: string,
  known: ReadonlySet<string>,
  longest: number,
): ParsedMatchLine | null {
  let found: ParsedMatchLine | null = null;
  for (const { index, 0: sign, 1: number } of line.matchAll(numbered[kind])) {
    if (index > longest) break;
    const path = line.slice(0, index);
    // `a-1` must take precedence over `a` if both are files.
    if (known.has(path)) {
      found = { kind, path, line: Number(number), text: line.slice(index + sign.length + 1) };
    }
  }
  return found;
}
