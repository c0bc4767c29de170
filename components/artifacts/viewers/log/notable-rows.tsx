import type { CSSProperties } from 'react';
import { LineRow } from '#components/artifacts/lines/line-row.tsx';
import { MarkedLine } from '#components/artifacts/text/marked-line.tsx';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { previewLines } from '../line-card.ts';
import { segmentsOfLines } from './log-segments.ts';
import { type NotableLines, withFirstLines } from './notable-lines.ts';

/**
 * A log on its card: its first errors and warnings with line numbers, then its first lines if there is room.
 */
export function NotableRows(props: { notable: NotableLines; data: LineWindow; firstLine: number }) {
  'use memo';
  const { notable, data, firstLine } = props;
  const rows = withFirstLines(notable.rows, data.lines, firstLine, previewLines);
  const segments = segmentsOfLines(rows.map(({ text }) => text));
  const digits = String(rows.at(-1)?.line ?? 0).length;
  return (
    <div className="code" style={{ '--gutter': `${Math.max(44, 20 + digits * 8)}px` } as CSSProperties}>
      {rows.map(({ line }, index) => (
        <LineRow key={line} line={line}>
          <MarkedLine segments={segments[index] ?? []} line={line} />
        </LineRow>
      ))}
    </div>
  );
}
