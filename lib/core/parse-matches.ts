/** One line of a search result: `path:line:text`, `path-line-text` around a match, or `--` between groups. */
export interface ParsedMatchLine {
  kind: 'match' | 'context' | 'gap' | 'other';
  /** `null` where the line names none. */
  path: string | null;
  line: number | null;
  text: string;
}

const matchPattern = /^(.+?):(\d{1,9}):(.*)$/s;

/** What stands behind a path, by what it says of its line. */
const numbered = { match: /:(\d{1,9})(?=:)/g, context: /-(\d{1,9})(?=-)/g };

/** Reads lines of a search. `files` are the paths the search found something in, where they are known. */
export function parseMatches(lines: readonly string[], files: readonly string[]): ParsedMatchLine[] {
  const paths = new Set(files);
  for (const line of lines) {
    const path = matchPattern.exec(line)?.[1];
    if (path !== undefined && paths.size < 1_000) paths.add(path);
  }
  return lines.map(createMatchParser([...paths]));
}

/** Reads one line of a search after another, whatever their number. */
export function createMatchParser(files: readonly string[]): (line: string) => ParsedMatchLine {
  const known = new Set(files);
  const longest = files.reduce((most, { length }) => Math.max(most, length), 0);
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
 * A line of the longest path that is known: a context line cannot be told from text by itself, and a path may look like another
 * one with a number behind it.
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
    // `a-1` must win over `a` where both are files.
    if (known.has(path)) {
      found = { kind, path, line: Number(number), text: line.slice(index + sign.length + 1) };
    }
  }
  return found;
}
