import { useCallback, useEffect, useState } from 'react';
import { limits } from '../../../lib/core/limits.ts';
import type { Find } from '../text/line-context.tsx';
import { isPastShown } from './search-state.ts';

/** A line that is read on past where it is shown cut. */
export interface LineReading {
  /** By the number people see. */
  line: number;
  /** The character that is looked at. */
  character: number;
  /** It was asked for; `false`: a search led there, and the keyboard stays with it. */
  isAsked: boolean;
}

/** Which line is read on: one that was asked for, or the one of a hit that is not in what is shown of it. */
export function useLineReading(find: Find | null) {
  const [reading, setReading] = useState<LineReading | null>(null);
  const hit = find?.current ?? null;
  const length = find?.query.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another hit leads there
  useEffect(() => {
    if (hit === null) return;
    setReading(isPastShown(hit, length) ? { line: hit.line, character: hit.start, isAsked: false } : null);
  }, [hit]);
  const open = useCallback(
    (line: number) => setReading({ line, character: limits.lineCharacters, isAsked: true }),
    [],
  );
  const close = useCallback(() => setReading(null), []);
  return { reading, open, close };
}
