import { matchPositions } from '#lib/workspace/match-positions.ts';
import type { TextPattern } from '#lib/workspace/search-text.ts';
import type { Hit } from './collect-hits.ts';
import type { LineMatches } from './excerpt.ts';
import { type GatheredLine, gatherLines } from './gather-lines.ts';
import type { RecallSource } from './recall-source.ts';
import type { HitLayout } from './render-hits.ts';
import { spread } from './spread.ts';

/** Maximum number of matches examined per line. */
const maxOffsetsSeen = 8;

export interface HitSights {
  matches: ReadonlyMap<number, LineMatches>;
  gathered: ReadonlyMap<number, GatheredLine>;
}

/**
 * Reads the lines of hits, with as many context lines as a layout may show, in one pass; and the offsets of
 * the matches in long lines.
 */
export async function lookAtHits(
  { open, lineCount }: RecallSource,
  pattern: TextPattern,
  hits: readonly Hit[],
  wanted: readonly HitLayout[],
  signal: AbortSignal,
): Promise<HitSights> {
  const matches = new Map<number, LineMatches>();
  for (const { line, offset } of hits) matches.set(line, { offsets: [offset], count: 1, isMore: false });
  const long = new Set(hits.filter(isLong).map(({ line }) => line));
  if (long.size > 0) {
    for (const [line, found] of await matchPositions(open, pattern, long, signal)) {
      matches.set(line, {
        ...found,
        offsets: spread(found.offsets, maxOffsetsSeen),
      });
    }
  }
  const fitting = wanted.filter(({ maxHits }) => hits.length <= maxHits);
  const before = Math.max(0, ...fitting.map((layout) => layout.before));
  const after = Math.max(0, ...fitting.map((layout) => layout.after));
  const lines = new Map<number, readonly number[]>();
  for (const hit of hits) {
    const last = Math.min(lineCount, hit.line + after);
    for (let line = Math.max(1, hit.line - before); line <= last; line += 1) {
      lines.set(line, matches.get(line)?.offsets ?? []);
    }
  }
  return { matches, gathered: await gatherLines(open, lines) };
}

/** For a shorter line, the recorded start is the whole line. */
const isLong = ({ start }: Hit): boolean => Buffer.byteLength(start) >= 400;
