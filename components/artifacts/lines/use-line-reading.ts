import { useState } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { limits } from '#lib/core/limits.ts';
import type { Find } from '../text/line-context.tsx';
import { isPastShown } from './search-state.ts';

/** A line that is read on past its cut. */
export interface LineReading {
  /** Displayed line number. */
  line: number;
  /** Offset of the character in focus. */
  character: number;
  /** A reader asked for it; `false`: a search led there, and the focus stays in the search. */
  isAsked: boolean;
}

/** Which line is read on: one that a reader asked for, or that of a hit beyond the visible part. */
export function useLineReading(find: Find | null) {
  'use memo';
  const [reading, setReading] = useState<LineReading | null>(null);
  const hit = find?.current ?? null;
  const length = find?.query.length ?? 0;
  // Runs only when the current hit changes.
  useEffectOn([hit], () => {
    if (hit === null) return;
    setReading(isPastShown(hit, length) ? { line: hit.line, character: hit.start, isAsked: false } : null);
  });
  const open = (line: number) => setReading({ line, character: limits.lineCharacters, isAsked: true });
  const close = () => setReading(null);
  return { reading, open, close };
}
