import { useState } from 'react';

/** Characters of a long text shown at first: more than a glance takes in, but parsed in one go. */
const shownCharacters = 32 * 1024;
/** Parsing costs something for even a short part: each counts as at least this many characters. */
const minPartCharacters = 100;
/** Characters added when the reader asks for earlier text. */
const moreCharacters = 128 * 1024;

/**
 * Which parts of a text are shown: at first the last ones, as many as can be parsed in one go; earlier ones
 * on request. New parts at the end are shown as they arrive.
 */
export function useShownParts(parts: readonly string[]) {
  const [start, setStart] = useState(() => startOfLast(parts, parts.length, shownCharacters));
  const first = Math.min(start, parts.length);
  return {
    first,
    /** Number of characters not shown. */
    hiddenCharacters: parts.slice(0, first).reduce((sum, part) => sum + part.length, 0),
    showMore: () => setStart(startOfLast(parts, first, moreCharacters)),
  };
}

/** Start index of the last parts before `end` that add up to this many characters; at least one part. */
function startOfLast(parts: readonly string[], end: number, characters: number): number {
  let start = end;
  let length = 0;
  while (start > 0) {
    length += Math.max(parts[start - 1]?.length ?? 0, minPartCharacters);
    if (length > characters && start < end) break;
    start -= 1;
  }
  return start;
}
