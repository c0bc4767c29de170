'use client';

import type { CSSProperties } from 'react';
import { useRowWindow } from '#components/artifacts/lines/use-row-window.ts';
import { diffGutterPx } from '#components/artifacts/viewers/diff/diff-gutter.ts';
import { DiffRows } from '#components/artifacts/viewers/diff/diff-rows.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { comparedRows } from './compared-rows.ts';

const rowPx = 20;

/** A diff that was loaded whole; only the visible rows are rendered. */
export function ComparedLines(props: { diff: string; isColoured: boolean; isWrapped: boolean }) {
  'use memo';
  const { diff, isColoured, isWrapped } = props;
  const { rows, cut } = comparedRows(diff);
  const { scroller, chunks, heightPx, measure } = useRowWindow({
    count: rows.length,
    rowPx,
    headPx: 0,
    isMeasured: isWrapped,
  });
  const gutter = { '--diff-gutter': `${diffGutterPx(rows)}px` } as CSSProperties;
  return (
    <div {...scrollRegion('What changed')} ref={scroller} className={isWrapped ? 'lines wrap' : 'lines'}>
      <div className="lines-in" style={{ height: heightPx }}>
        {chunks.map(({ index, startPx, from, to }) => (
          <div
            key={index}
            className="chunk"
            data-index={index}
            ref={measure}
            style={{ transform: `translateY(${startPx}px)` }}
          >
            <div className="diff" style={gutter}>
              <DiffRows
                rows={rows.slice(from, to)}
                firstNumber={1}
                cut={cut}
                isColoured={isColoured}
                path={null}
              />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
