import { useState } from 'react';
import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';

/**
 * Selected line numbers: a click selects one line, Shift+click extends the selection, clicking the same line
 * again clears it.
 */
export function useLineSelection(
  selection: LineRange | null,
  onChange: (selection: LineRange | null) => void,
) {
  'use memo';
  const [anchor, setAnchor] = useState<number | null>(null);
  return (line: number, isExtending: boolean) => {
    const from = isExtending ? (anchor ?? selection?.from ?? line) : line;
    if (!isExtending) setAnchor(line);
    const next = { from: Math.min(from, line), to: Math.max(from, line) };
    const isSame = selection !== null && next.from === selection.from && next.to === selection.to;
    onChange(isSame && !isExtending ? null : next);
  };
}
