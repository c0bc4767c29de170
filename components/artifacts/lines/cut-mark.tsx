'use client';

import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { useLineSurroundings } from '../text/line-context.tsx';

/** Marks a line that is shown cut: its full size and, where the rest is available, a button to read on. */
export function CutMark({ line, byteLength }: { line: number | null; byteLength: number }) {
  const { onReadLine } = useLineSurroundings();
  const words = `cut, ${formatBytes(byteLength)} in all`;
  if (line === null || onReadLine === null) return <span className="cut">{words}</span>;
  return (
    <span className="cut cut-end">
      <span className="cut-words">{words}</span>
      <button
        type="button"
        className="link"
        aria-label={`Show more of line ${line}`}
        onClick={() => onReadLine(line)}
      >
        Show more
      </button>
    </span>
  );
}
