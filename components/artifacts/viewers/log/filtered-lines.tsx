'use client';

import { type CSSProperties, memo, useEffect, useRef } from 'react';
import { useRowWindow } from '#components/artifacts/lines/use-row-window.ts';
import type { Segment } from '#components/artifacts/text/code-segments.ts';
import { Runs } from '#components/artifacts/text/marked-line.tsx';
import { markedRuns, rangesOf } from '#components/artifacts/text/marked-runs.ts';
import { SegmentText } from '#components/artifacts/text/segment-text.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { useLayoutEffectOn } from '#components/ui/use-effect-on.ts';
import type { FilteredLine } from '#lib/core/api/log-filter.ts';
import { segmentsOfLines } from './log-segments.ts';

const rowPx = 20;
const paddingPx = 8;
/** The next page is requested this many rows before the end. */
const aheadRows = 200;
const nearPx = 48;

/** Lines of a log with their original numbers; only the visible ones are rendered. */
export function FilteredLines(props: {
  rows: readonly FilteredLine[];
  query: string;
  isWrapped: boolean;
  isGrowing: boolean;
  /** Called when the last rows come near. */
  onEnd: () => void;
  /** Shows the line in its context. */
  onLine: (line: number) => void;
}) {
  const { rows, query, isWrapped, isGrowing, onEnd, onLine } = props;
  const { scroller, chunks, heightPx, measure } = useRowWindow({
    count: rows.length,
    rowPx,
    headPx: paddingPx,
    isMeasured: isWrapped,
  });
  const last = chunks.at(-1)?.to ?? 0;
  useEffect(() => {
    if (last > rows.length - aheadRows) onEnd();
  }, [last, rows.length, onEnd]);
  // A reader at the end stays at the end.
  const wasAtEnd = useRef(false);
  // Scrolls again for each row that is added.
  useLayoutEffectOn([rows.length, isGrowing], () => {
    const box = scroller.current;
    if (box && isGrowing && wasAtEnd.current) box.scrollTop = box.scrollHeight;
  });
  const digits = String(rows.at(-1)?.line ?? 0).length;
  return (
    <div
      {...scrollRegion('Filtered lines')}
      ref={scroller}
      className={isWrapped ? 'lines wrap' : 'lines'}
      style={digits > 5 ? ({ '--gutter': `${24 + digits * 7}px` } as CSSProperties) : undefined}
      onScroll={({ currentTarget: box }) => {
        wasAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight <= nearPx;
      }}
    >
      <div className="lines-in" style={{ height: heightPx }}>
        {chunks.map(({ index, startPx, from, to }) => (
          <div
            key={index}
            ref={measure}
            data-index={index}
            className="chunk"
            style={{ transform: `translateY(${startPx}px)` }}
          >
            <Rows rows={rows} from={from} to={to} query={query} onLine={onLine} />
          </div>
        ))}
      </div>
    </div>
  );
}

const Rows = memo(function Rows(props: {
  rows: readonly FilteredLine[];
  from: number;
  to: number;
  query: string;
  onLine: (line: number) => void;
}) {
  'use memo';
  const { rows, from, to } = props;
  const shown = rows.slice(from, to);
  const segments = segmentsOfLines(shown.map(({ text }) => text));
  return shown.map((row, index) => (
    <div key={row.line} className="ln" data-line={row.line} data-row={from + index}>
      <button
        type="button"
        className="no"
        aria-label={`Show line ${row.line} in place`}
        tabIndex={-1}
        onClick={() => props.onLine(row.line)}
      >
        {row.line}
      </button>
      <span className="src">
        <FilteredText text={row.text} segments={segments[index] ?? []} query={props.query} />
        {row.isCut && <span className="cut">cut</span>}
      </span>
    </div>
  ));
});

function FilteredText({ text, segments, query }: { text: string; segments: Segment[]; query: string }) {
  const runs = markedRuns(segments, rangesOf(text, { query, isCaseSensitive: false }));
  return <Runs runs={runs} render={(pieces) => <SegmentText segments={pieces} />} />;
}
