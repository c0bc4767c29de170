import { useState } from 'react';

/** Of a long text: more than anybody reads at a glance, and little enough to be parsed in one go. */
const shownCharacters = 32 * 1024;
/** A part costs something to parse, however short it is: it counts as if it had so many. */
const minPartCharacters = 100;
/** So much comes when somebody asks for what is before it. */
const moreCharacters = 128 * 1024;

/**
 * Which parts of a text are shown: at first the last ones, as many as are read in one go, and those before them when they are
 * asked for. Parts that come behind are shown as they come.
 */
export function useShownParts(parts: readonly string[]) {
  const [start, setStart] = useState(() => startOfLast(parts, parts.length, shownCharacters));
  const first = Math.min(start, parts.length);
  return {
    first,
    /** What is not shown, in characters. */
    hiddenCharacters: parts.slice(0, first).reduce((sum, part) => sum + part.length, 0),
    showMore: () => setStart(startOfLast(parts, first, moreCharacters)),
  };
}

/** Where the last parts before `end` begin that have so many characters together; it is one of them at least. */
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
