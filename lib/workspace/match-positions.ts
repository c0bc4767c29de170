import { runRipgrep } from './ripgrep.ts';
import { type OpenText, searchArguments, type TextPattern } from './search-text.ts';

/** Maximum number of matches to read: a text that is one line may have millions. */
const maxMatches = 200_000;
const maxPositions = 1_000;

/** The matches within a line: the byte offsets of the first ones in the text, and their total number. */
export interface LinePositions {
  offsets: number[];
  count: number;
  /** There are more than were counted. */
  isMore: boolean;
}

/** The positions of a pattern's matches in some lines: a long line may have more than one. */
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
