import { runRipgrep } from './ripgrep.ts';
import { WorkspaceError } from './workspace-error.ts';

export interface TextHit {
  /** 1-based. */
  line: number;
  text: string;
  /** `false`: a line around a match. */
  isMatch: boolean;
}

export interface TextSearch {
  matchCount: number;
  /** Matches with two lines of context, in order; the first `maxHits` lines. */
  hits: TextHit[];
  /** Nothing matched literally, so the query was read as a regular expression. */
  isRegex: boolean;
}

/**
 * Finds a query in text as it streams by: literally, ignoring case; and if nothing matches, as a regular expression,
 * in linear time. `open` is called once for each pass.
 * @throws WorkspaceError
 */
export async function searchText(
  open: () => AsyncIterable<Uint8Array>,
  query: string,
  maxHits: number,
  signal: AbortSignal,
): Promise<TextSearch> {
  const literal = await pass(open(), ['--fixed-strings', '-e', query], maxHits, signal);
  if (literal.matchCount > 0) {
    const hits = await showMatches(open, escapeExpression(query), literal.hits, signal);
    return { ...literal, hits, isRegex: false };
  }
  try {
    const found = await pass(open(), ['-e', query], maxHits, signal);
    return { ...found, hits: await showMatches(open, query, found.hits, signal), isRegex: true };
  } catch (error) {
    // Words with a loose bracket are no expression: then they were not found, as words.
    if (error instanceof WorkspaceError && error.code === 'bad_pattern')
      return { ...literal, isRegex: false };
    throw error;
  }
}

async function pass(
  bytes: AsyncIterable<Uint8Array>,
  pattern: string[],
  maxHits: number,
  signal: AbortSignal,
) {
  const hits: TextHit[] = [];
  let matchCount = 0;
  await runRipgrep({
    arguments: [
      '--line-number',
      '--ignore-case',
      '--context=2',
      '--max-columns=400',
      '--max-columns-preview',
      '--text',
      '--crlf',
      ...pattern,
      '--',
      '-',
    ],
    stdin: bytes,
    signal,
    onLine(line) {
      const match = /^(\d+)([:-])(.*?)\r?$/s.exec(line);
      if (!match) return true;
      const isMatch = match[2] === ':';
      if (isMatch) matchCount += 1;
      if (hits.length < maxHits) hits.push({ line: Number(match[1]), text: match[3] ?? '', isMatch });
      return true;
    },
  });
  return { matchCount, hits };
}

/** Of a long line ripgrep shows the start, wherever the match is. */
const isCut = ({ text, isMatch }: TextHit) =>
  isMatch && /\[\.\.\. (?:omitted end of long line|\d+ more match(?:es)?)\]$/.test(text);

/** In place of the start of a long line, its first match and what stands around it. */
async function showMatches(
  open: () => AsyncIterable<Uint8Array>,
  expression: string,
  hits: TextHit[],
  signal: AbortSignal,
): Promise<TextHit[]> {
  const wanted = new Set(hits.filter(isCut).map(({ line }) => line));
  if (wanted.size === 0) return hits;
  const around = new Map<number, string>();
  await runRipgrep({
    arguments: [
      '--line-number',
      '--ignore-case',
      '--only-matching',
      '--text',
      '--crlf',
      '-e',
      `.{0,160}(?:${expression}).{0,160}`,
      '--',
      '-',
    ],
    stdin: open(),
    signal,
    onLine(line) {
      const [, number = '', text = ''] = /^(\d+):(.*?)\r?$/s.exec(line) ?? [];
      if (wanted.delete(Number(number))) around.set(Number(number), `…${text}…`);
      return wanted.size > 0;
    },
  });
  return hits.map((hit) => ({ ...hit, text: around.get(hit.line) ?? hit.text }));
}

const escapeExpression = (text: string) => text.replace(/[\\^$.*+?()[\]{}|#&~-]/g, '\\$&');
