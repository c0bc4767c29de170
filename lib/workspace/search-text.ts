import { runRipgrep } from './ripgrep.ts';
import { WorkspaceError } from './workspace-error.ts';

/** Opens a text to be searched: UTF-8, the same bytes each time. */
export type OpenText = () => AsyncIterable<Uint8Array>;

export interface MatchingLine {
  /** 1-based. */
  line: number;
  /** The byte of its first match in the whole text. */
  place: number;
  /** The first 400 bytes of the line. */
  start: string;
}

/** How a query found what it found; its arguments for ripgrep find the same again. */
export interface TextPattern {
  readAs: 'literal' | 'expression' | 'words';
  arguments: readonly string[];
}

export interface TextSearch {
  /** Lines. */
  matchCount: number;
  pattern: TextPattern;
  /** Where no line has all the words of a query that was not found otherwise: how many lines have each. */
  words: { word: string; lineCount: number }[];
}

/**
 * Finds the lines of a text that match a query, as it streams by: literally, ignoring case; if nothing does, as a regular
 * expression, in linear time; and if that finds nothing too, lines that have all of its words. Each match is told as it is found.
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
    if (matchCount > 0) return { matchCount, pattern, words: [] };
  }
  return await searchWords(open, query, onMatch, signal);
}

function patternsOf(query: string): TextPattern[] {
  const literal: TextPattern = { readAs: 'literal', arguments: ['--fixed-strings', '-e', query] };
  const expression = (text: string): TextPattern => ({ readAs: 'expression', arguments: ['-e', text] });
  // As expressions are written in some languages.
  const within = /^\/(.+)\/[a-z]*$/s.exec(query)?.[1];
  return [literal, expression(query), ...(within === undefined ? [] : [expression(within)])];
}

const shownBytes = 400;
/** Where a line is looked through for words that stand apart. */
const wordsBytes = 4_000;

/** Calls back for each matching line, in order. Words with a loose bracket are no expression: then they are not found as one. */
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
      onLine(told) {
        const match = readMatch(told);
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

/** `line:column:offset:text`. A million lines may match: so it is read without a regular expression. */
function readMatch(told: string): MatchingLine | null {
  const lineEnd = told.indexOf(':');
  const columnEnd = told.indexOf(':', lineEnd + 1);
  const offsetEnd = told.indexOf(':', columnEnd + 1);
  if (lineEnd < 1 || columnEnd === -1 || offsetEnd === -1) return null;
  const column = Number(told.slice(lineEnd + 1, columnEnd));
  const offset = Number(told.slice(columnEnd + 1, offsetEnd));
  const start = told.slice(offsetEnd + 1, told.endsWith('\r') ? -1 : undefined);
  return { line: Number(told.slice(0, lineEnd)), place: offset + column - 1, start };
}

/** The text is UTF-8 already: a mark at its start must not shift the places. */
export const searchArguments = [
  '--line-number',
  '--byte-offset',
  '--ignore-case',
  '--text',
  '--crlf',
  '--encoding=none',
] as const;

const mostWords = 8;
const wordsOf = (query: string): string[] =>
  [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu))].slice(0, mostWords);
/** Meant as one: its words are not what was asked for. */
const isExpression = (query: string): boolean => /[\\*+?[\](){}|^$]/.test(query);

async function searchWords(
  open: OpenText,
  query: string,
  onMatch: (match: MatchingLine) => void,
  signal: AbortSignal,
): Promise<TextSearch> {
  const words = isExpression(query) ? [] : wordsOf(query);
  const pattern: TextPattern = {
    readAs: 'words',
    arguments: ['--fixed-strings', ...words.flatMap((word) => ['-e', word])],
  };
  if (words.length < 2) return { matchCount: 0, pattern, words: [] };
  const lineCounts = words.map(() => 0);
  let matchCount = 0;
  const look = (match: MatchingLine) => {
    const text = match.start.toLowerCase();
    const has = words.map((word) => text.includes(word));
    for (const [place, isThere] of has.entries())
      if (isThere) lineCounts[place] = (lineCounts[place] ?? 0) + 1;
    if (!has.every((isThere) => isThere)) return;
    matchCount += 1;
    onMatch(match);
  };
  await pass(open(), pattern, look, signal, wordsBytes);
  const counts = words.map((word, place) => ({ word, lineCount: lineCounts[place] ?? 0 }));
  return { matchCount, pattern, words: matchCount > 0 ? [] : counts };
}
