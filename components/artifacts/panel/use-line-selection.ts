import { useCallback, useState } from 'react';
import type { LineRange } from '../../../lib/core/lines.ts';

/** Lines chosen by their numbers: a click takes one, with Shift all up to it; the same one again lets go. */
export function useLineSelection(
  selection: LineRange | null,
  onChange: (selection: LineRange | null) => void,
) {
  const [anchor, setAnchor] = useState<number | null>(null);
  return useCallback(
    (line: number, isExtending: boolean) => {
      const from = isExtending ? (anchor ?? selection?.from ?? line) : line;
      if (!isExtending) setAnchor(line);
      const next = { from: Math.min(from, line), to: Math.max(from, line) };
      const isSame = selection !== null && next.from === selection.from && next.to === selection.to;
      onChange(isSame && !isExtending ? null : next);
    },
    [anchor, selection, onChange],
  );
}
