import type { MatchingLine } from './matching-line.ts';
import { createNearestLines } from './nearest-lines.ts';
import { queryWords } from './query-words.ts';
import { runRipgrep } from './ripgrep.ts';
import { WorkspaceError } from './workspace-error.ts';

/** Opens a text to be searched: UTF-8, the same bytes each time. */
export type OpenText = () => AsyncIterable<Uint8Array>;

/** How a query was interpreted; ripgrep finds the same lines again with these arguments. */
export interface TextPattern {
  readAs: 'literal' | 'name' | 'expression' | 'words';
  arguments: readonly string[];
}

export interface TextSearch {
  /** Number of matching lines. */
  matchCount: number;
  pattern: TextPattern;
  /** If nothing was found and no line has all words of the query: how many lines have each word. */
  words: { word: string; lineCount: number }[];
  /** In that case, also the lines around which most of the words are, in order. */
  nearest: MatchingLine[];
}

/**
 * Finds the lines of a streamed text that match a query: literally, ignoring case; if nothing matches, as the
 * parts of a name (`tracking code` in `trackingCode`); as a regular expression, in linear time; and if that matches nothing either, lines that have all of its words
 * except stop words. Each match is reported as it is found; if there is none, the nearest lines are returned.
 * @throws WorkspaceError
 */
export async function searchText(
  open: OpenText,
  query: string,
  onMatch: (match: MatchingLine) => void,
  signal: AbortSignal,
): Promise<TextSearch> {
  for (const pattern of patternsOf(query)) {
    const matchCount = await pass(open(), pattern, onMatch, signal);
    if (matchCount > 0) return { matchCount, pattern, words: [], nearest: [] };
  }
  return await searchWords(open, query, onMatch, signal);
}

function patternsOf(query: string): TextPattern[] {
  const literal: TextPattern = { readAs: 'literal', arguments: ['--fixed-strings', '-e', query] };
  const expression = (text: string): TextPattern => ({ readAs: 'expression', arguments: ['-e', text] });
  // Some languages write expressions like this.
  const within = /^\/(.+)\/[a-z]*$/s.exec(query)?.[1];
  return [
    literal,
    ...nameOf(query),
    expression(query),
    ...(within === undefined ? [] : [expression(within)]),
  ];
}

const fewWords = 5;

/** Words that may be joined in a name: `max retries` in `maxRetries`, `max_retries` and `max-retries`. */
function nameOf(query: string): TextPattern[] {
  const words = query.trim().split(/\s+/);
  const isPlain =
    words.length > 1 && words.length <= fewWords && words.every((word) => /^[\p{L}\p{N}]+$/u.test(word));
  return isPlain ? [{ readAs: 'name', arguments: ['-e', words.join('[\\s_.-]*')] }] : [];
}

const shownBytes = 400;
/** Bytes of a line that are searched for separate words. */
const wordsBytes = 4_000;

/**
 * Calls back for each matching line, in order. A query with an unmatched bracket is not an expression, so it
 * finds nothing as one.
 */
async function pass(
  bytes: AsyncIterable<Uint8Array>,
  { arguments: pattern }: TextPattern,
  onMatch: (match: MatchingLine) => void,
  signal: AbortSignal,
  lineBytes = shownBytes,
): Promise<number> {
  let matchCount = 0;
  try {
    await runRipgrep({
      arguments: [
        ...searchArguments,
        '--column',
        `--max-columns=${lineBytes}`,
        '--max-columns-preview',
        ...pattern,
        '--',
        '-',
      ],
      stdin: bytes,
      signal,
      onLine(text) {
        const match = readMatch(text);
        if (match === null) return true;
        matchCount += 1;
        onMatch(match);
        return true;
      },
    });
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code !== 'bad_pattern') throw error;
  }
  return matchCount;
}

/** Parses `line:column:offset:text`. A million lines may match, so it does not use a regular expression. */
function readMatch(text: string): MatchingLine | null {
  const lineEnd = text.indexOf(':');
  const columnEnd = text.indexOf(':', lineEnd + 1);
  const offsetEnd = text.indexOf(':', columnEnd + 1);
  if (lineEnd < 1 || columnEnd === -1 || offsetEnd === -1) return null;
  const column = Number(text.slice(lineEnd + 1, columnEnd));
  const offset = Number(text.slice(columnEnd + 1, offsetEnd));
  const start = text.slice(offsetEnd + 1, text.endsWith('\r') ? -1 : undefined);
  return { line: Number(text.slice(0, lineEnd)), offset: offset + column - 1, start };
}

/** The text is UTF-8 already: a byte order mark must not shift the offsets. */
export const searchArguments = [
  '--line-number',
  '--byte-offset',
  '--ignore-case',
  '--text',
  '--crlf',
  '--encoding=none',
] as const;

/** Whether the query is meant as an expression: then it is not searched by its words. */
const isExpression = (query: string): boolean => /\\|\.[*+]|[[\]{}|^$]|\(\?/.test(query);

async function searchWords(
  open: OpenText,
  query: string,
  onMatch: (match: MatchingLine) => void,
  signal: AbortSignal,
): Promise<TextSearch> {
  const words = isExpression(query) ? [] : queryWords(query);
  const pattern: TextPattern = {
    readAs: 'words',
    arguments: ['--fixed-strings', ...words.flatMap(({ stem }) => ['-e', stem])],
  };
  if (words.length === 0) return { matchCount: 0, pattern, words: [], nearest: [] };
  const near = createNearestLines(words);
  let matchCount = 0;
  const look = (match: MatchingLine) => {
    const small = match.start.toLowerCase();
    near.add(match);
    if (!words.every(({ asked }) => small.includes(asked))) return;
    matchCount += 1;
    onMatch(match);
  };
  await pass(open(), pattern, look, signal, wordsBytes);
  if (matchCount > 0) return { matchCount, pattern, words: [], nearest: [] };
  const counts = near.lineCounts();
  return {
    matchCount,
    pattern,
    words:
      words.length < 2 ? [] : words.map(({ asked }, at) => ({ word: asked, lineCount: counts[at] ?? 0 })),
    nearest: near.nearest(),
  };
}
