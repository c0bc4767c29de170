import { limits } from '../../../lib/core/limits.ts';
import type { LineStretch } from '../../../lib/core/line-window.ts';
import type { Find } from '../text/line-context.tsx';
import { type MarkedRange, rangesOf } from '../text/marked-runs.ts';
import type { LineReading } from './use-line-reading.ts';

/** Where a part of a line begins that is read for a hit: with something before it. What was asked for begins where the row ends. */
export const offsetOfHit = ({ character, isAsked }: LineReading): number =>
  isAsked ? character : Math.max(0, character - limits.lineCharacters / 4);

/** What is searched for in a part of a line, by its places there. */
export const rangesInStretch = ({ text, start }: LineStretch, find: Find, line: number): MarkedRange[] =>
  rangesOf(text, find).map((range) => ({
    ...range,
    isNow: find.current?.line === line && find.current.start === start + range.from,
  }));
