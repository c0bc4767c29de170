import type { SearchHits } from '../../core/artifact-search.ts';
import { type TextQuery, textPattern } from '../../core/text-pattern.ts';

/** Finds a query in lines that stream by. Of the text it keeps no more than a match that may go on. */
export interface LineFinder {
  /** The next piece, cut anywhere. */
  push(text: string): SearchHits[];
  /** So far. */
  hitCount(): number;
  lineCount(): number;
}

/**
 * @param firstLine the number of the first line
 * @param query one line of text, not empty
 * @param maxHits places are given of so many; the rest is counted
 */
export function createLineFinder(firstLine: number, query: TextQuery, maxHits: number): LineFinder {
  const pattern = textPattern(query);
  const matchLength = query.query.length;
  /** What was pushed, and not let go. */
  let buffered = '';
  let line = firstLine;
  /** Characters of `line` before `held`. */
  let before = 0;
  let hitCount = 0;
  let lineCount = 0;
  let lastHitLine = 0;

  const tell = (found: SearchHits[], start: number) => {
    hitCount += 1;
    if (line !== lastHitLine) lineCount += 1;
    lastHitLine = line;
    if (hitCount > maxHits) return;
    const last = found.at(-1);
    if (last?.line === line) last.starts.push(start);
    else found.push({ line, starts: [start] });
  };

  return {
    push(text) {
      buffered += text;
      const found: SearchHits[] = [];
      let at = 0;
      let newline = buffered.indexOf('\n');
      /** Lets go of what stands before `end`. */
      const goTo = (end: number) => {
        for (; newline !== -1 && newline < end; newline = buffered.indexOf('\n', at)) {
          line += 1;
          before = 0;
          at = newline + 1;
        }
        before += end - at;
        at = end;
      };
      pattern.lastIndex = 0;
      for (let match = pattern.exec(buffered); match !== null; match = pattern.exec(buffered)) {
        goTo(match.index);
        tell(found, before);
        goTo(match.index + matchLength);
      }
      goTo(Math.max(at, buffered.length - matchLength + 1));
      buffered = buffered.slice(at);
      return found;
    },
    hitCount: () => hitCount,
    lineCount: () => lineCount,
  };
}
