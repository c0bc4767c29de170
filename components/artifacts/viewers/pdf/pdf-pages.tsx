'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useScrolledHeight, useTallScroller } from '#components/artifacts/lines/use-tall-scroller.ts';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { useEffectOn, useLayoutEffectOn } from '#components/ui/use-effect-on.ts';
import { useZoom } from '../image/use-zoom.ts';
import { ZoomControls } from '../image/zoom-controls.tsx';
import { zoomKeys } from '../image/zoom-keys.ts';
import type { OpenedPdf, PageSize } from './open-pdf.ts';
import { PageField } from './page-field.tsx';
import { PdfFind } from './pdf-find.tsx';
import { PdfPage } from './pdf-page.tsx';
import { usePdfFind } from './use-pdf-find.ts';

const gapPx = 16;

/** All pages, one below the other; only those in sight are read and drawn. */
export function PdfPages({ pdf }: { pdf: OpenedPdf }) {
  const count = pdf.document.numPages;
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const sizeOf = (index: number) => sizes.get(index) ?? pdf.pageSize;
  const zoom = useZoom(pdf.pageSize.width, false);
  const { scale, scroller } = zoom;
  const scrolled = useTallScroller(scroller, count * (pdf.pageSize.height * scale + gapPx));
  const virtualizer = useVirtualizer({
    ...scrolled.options,
    count,
    estimateSize: (index) => sizeOf(index).height * scale + gapPx,
    overscan: 1,
    paddingStart: gapPx,
  });
  useEffectOn([virtualizer, sizes], () => virtualizer.measure());
  const lastScale = useRef(scale);
  useLayoutEffectOn([scale], () => {
    const box = scroller.current;
    const ratio = scale / lastScale.current;
    lastScale.current = scale;
    const offset = scaledOffset(virtualizer, ratio);
    virtualizer.measure();
    if (box === null || ratio === 1) return;
    const left = (box.scrollLeft + box.clientWidth / 2) * ratio - box.clientWidth / 2;
    // The pages have their new sizes in the next frame.
    const frame = requestAnimationFrame(() => {
      virtualizer.scrollToOffset(offset);
      box.scrollLeft = left;
    });
    return () => cancelAnimationFrame(frame);
  });
  const heightPx = useScrolledHeight(scrolled, virtualizer.getTotalSize());
  const items = virtualizer.getVirtualItems();
  const widest = Math.max(...items.map(({ index }) => sizeOf(index).width), 0);
  const goTo = (page: number) => virtualizer.scrollToIndex(page - 1, { align: 'start' });
  const find = usePdfFind(pdf.document, goTo);

  const onKeyDown = (event: KeyboardEvent) => zoomKeys(zoom, event);
  return (
    <div className="pdf-view">
      <div className="view-bar">
        <PdfFind find={find} />
        <PageField page={pageInSight(virtualizer)} count={count} onGo={goTo} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts of the pages; buttons do the same */}
      <div ref={scroller} className="pdf-scroll" {...scrollRegion('Pages')} onKeyDown={onKeyDown}>
        <div className="pdf-pages" style={{ height: heightPx, minWidth: widest * scale }}>
          {items.map(({ index, start }) => (
            <PdfPage
              key={index}
              pdf={pdf}
              number={index + 1}
              size={sizeOf(index)}
              scale={scale}
              topPx={start - scrolled.shiftPx}
              sought={find.query}
              onSize={(size) => setSizes((known) => withSize(known, index, size, sizeOf(index)))}
            />
          ))}
        </div>
      </div>
      <div className="image-facts">
        <span className="grow" />
        <ZoomControls zoom={zoom} />
      </div>
    </div>
  );
}

type Pages = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

/** The new scroll offset of what is now at the top, once pages (but not gaps) are `ratio` times as high. */
function scaledOffset(virtualizer: Pages, ratio: number): number {
  const offset = virtualizer.scrollOffset ?? 0;
  const page = virtualizer.getVirtualItemForOffset(offset);
  if (!page) return offset;
  const gaps = (page.index + 1) * gapPx;
  return gaps + (page.start - gaps) * ratio + (offset - page.start) * ratio;
}

/** The page in the middle of the visible part, from 1. */
function pageInSight(virtualizer: Pages): number {
  const middle = (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.height ?? 0) / 2;
  return (virtualizer.getVirtualItemForOffset(middle)?.index ?? 0) + 1;
}

function withSize(
  known: ReadonlyMap<number, PageSize>,
  index: number,
  size: PageSize,
  assumed: PageSize,
): ReadonlyMap<number, PageSize> {
  const isSame = size.width === assumed.width && size.height === assumed.height;
  return isSame ? known : new Map([...known, [index, size]]);
}
