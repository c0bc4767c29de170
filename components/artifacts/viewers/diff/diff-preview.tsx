'use client';

import { type CSSProperties, useMemo } from 'react';
import { previewLines } from '../line-card.ts';
import type { PreviewProps } from '../viewer.ts';
import { diffGutterPx } from './diff-gutter.ts';
import { diffCardLines, diffPreviewRows } from './diff-preview-rows.ts';
import { DiffRows } from './diff-rows.tsx';
import { parseDiffState } from './diff-state.ts';
import { parseDiff } from './parse-diff.ts';

/** The first rows of a diff on its card. */
export function DiffPreview({ data, telemetry, metadata }: PreviewProps) {
  'use memo';
  const cut = useMemo(
    () => new Map(data.cut.map((line) => [line.line - data.from, line.byteLength])),
    [data],
  );
  const rows = useMemo(() => {
    // Reads more lines than fit, to find the partners of the last ones shown.
    const all = parseDiff(data.lines.slice(0, previewLines * 4), parseDiffState(''), cut);
    return diffPreviewRows(all, telemetry.lineCount ?? 0, diffCardLines(telemetry), previewLines);
  }, [data, cut, telemetry]);
  return (
    <div className="diff code" style={{ '--diff-gutter': `${diffGutterPx(rows)}px` } as CSSProperties}>
      <DiffRows rows={rows} firstNumber={metadata.firstLine} cut={cut} isColoured path={null} />
    </div>
  );
}
