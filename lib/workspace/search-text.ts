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
  if (literal.matchCount > 0) return { ...literal, isRegex: false };
  try {
    return { ...(await pass(open(), ['-e', query], maxHits, signal)), isRegex: true };
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
