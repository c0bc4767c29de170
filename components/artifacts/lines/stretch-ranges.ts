import { limits } from '#lib/core/limits.ts';
import type { LineStretch } from '#lib/core/vocabulary/line-window.ts';
import type { Find } from '../text/line-context.tsx';
import { type MarkedRange, rangesOf } from '../text/marked-runs.ts';
import type { LineReading } from './use-line-reading.ts';

/**
 * Offset at which reading a line starts: with some context before a search hit, or, if a reader asked, where
 * the cut row ends.
 */
export const offsetOfHit = ({ character, isAsked }: LineReading): number =>
  isAsked ? character : Math.max(0, character - limits.lineCharacters / 4);

/** Search matches in part of a line, as ranges within that part. */
export const rangesInStretch = ({ text, start }: LineStretch, find: Find, line: number): MarkedRange[] =>
  rangesOf(text, find).map((range) => ({
    ...range,
    isNow: find.current?.line === line && find.current.start === start + range.from,
  }));
