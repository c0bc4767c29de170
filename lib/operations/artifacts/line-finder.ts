import { type TextQuery, textPattern } from '#lib/core/algorithms/text/text-pattern.ts';
import type { SearchHits } from '#lib/core/api/artifact-search.ts';

/** Finds a query in streamed text. It buffers only what may still become part of a match. */
export interface LineFinder {
  /** Processes the next piece, which may be cut anywhere. */
  push(text: string): SearchHits[];
  /** Number of hits so far. */
  hitCount(): number;
  lineCount(): number;
}

/**
 * @param firstLine the number of the first line
 * @param query one line of text, not empty
 * @param maxHits positions are returned for this many hits; further ones are only counted
 */
export function createLineFinder(firstLine: number, query: TextQuery, maxHits: number): LineFinder {
  const pattern = textPattern(query);
  const matchLength = query.query.length;
  /** Text that was pushed and is still needed. */
  let buffered = '';
  let line = firstLine;
  /** Characters of the current line before `buffered`. */
  let before = 0;
  let hitCount = 0;
  let lineCount = 0;
  let lastHitLine = 0;

  const report = (found: SearchHits[], start: number) => {
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
      /** Advances the line and column to `end`. */
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
        report(found, before);
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
