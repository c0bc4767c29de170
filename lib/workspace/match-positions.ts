import { runRipgrep } from './ripgrep.ts';
import { type OpenText, searchArguments, type TextPattern } from './search-text.ts';

/** Matches looked at: of a text that is one line there may be millions. */
const maxMatches = 200_000;
const maxPositions = 1_000;

/** The matches within a line, by the byte of the text each begins at, the first of them; and how many there are. */
export interface LinePositions {
  offsets: number[];
  count: number;
  /** There are more than were counted. */
  isMore: boolean;
}

/** Where in some lines a pattern matches: of long lines one match is not all there is to see. */
export async function matchPositions(
  open: OpenText,
  pattern: TextPattern,
  lines: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Map<number, LinePositions>> {
  const found = new Map<number, LinePositions>();
  const last = Math.max(...lines);
  let matches = 0;
  await runRipgrep({
    arguments: [...searchArguments, '--only-matching', '--max-columns=1', ...pattern.arguments, '--', '-'],
    stdin: open(),
    signal,
    onLine(text) {
      const match = /^(\d+):(\d+):/.exec(text);
      if (!match) return true;
      const line = Number(match[1]);
      matches += 1;
      if (line > last) return false;
      if (!lines.has(line)) return matches < maxMatches;
      const known = found.get(line) ?? { offsets: [], count: 0, isMore: false };
      found.set(line, known);
      known.count += 1;
      if (known.offsets.length < maxPositions) known.offsets.push(Number(match[2]));
      known.isMore = matches >= maxMatches;
      return matches < maxMatches;
    },
  });
  return found;
}
