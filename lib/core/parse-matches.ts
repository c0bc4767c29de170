/** One line of a search result: `path:line:text`, `path-line-text` around a match, or `--` between groups. */
export interface MatchLine {
  kind: 'match' | 'context' | 'gap' | 'other';
  /** `null` where the line names none. */
  path: string | null;
  line: number | null;
  text: string;
}

const matchPattern = /^(.+?):(\d{1,9}):(.*)$/s;

/** Reads lines of a search. `files` are the paths the search found something in, where they are known. */
export function parseMatches(lines: readonly string[], files: readonly string[]): MatchLine[] {
  const paths = new Set(files);
  for (const line of lines) {
    const path = matchPattern.exec(line)?.[1];
    if (path !== undefined && paths.size < 1_000) paths.add(path);
  }
  // Longest first: `a-1` must win over `a` where both are files.
  const known = [...paths].sort((a, b) => b.length - a.length);
  return lines.map((line) => parseMatch(line, known));
}

function parseMatch(line: string, known: readonly string[]): MatchLine {
  if (line === '--') return { kind: 'gap', path: null, line: null, text: '' };
  const context = parseContext(line, known);
  if (context) return context;
  const [, path, number, text] = matchPattern.exec(line) ?? [];
  if (path === undefined || number === undefined || text === undefined) {
    return { kind: 'other', path: null, line: null, text: line };
  }
  return { kind: 'match', path, line: Number(number), text };
}

/** A context line cannot be told from text by itself: it has to begin with a path that is known. */
function parseContext(line: string, known: readonly string[]): MatchLine | null {
  const path = known.find((candidate) => line.startsWith(`${candidate}-`));
  if (path === undefined) return null;
  const [, number, text] = /^(\d{1,9})-(.*)$/s.exec(line.slice(path.length + 1)) ?? [];
  return number === undefined || text === undefined
    ? null
    : { kind: 'context', path, line: Number(number), text };
}
