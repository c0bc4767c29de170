import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { useScrolledHeight, useTallScroller } from './use-tall-scroller.ts';

/** Rows rendered together: virtualizing single rows would keep an entry for each of a million. */
const chunkRows = 20;

interface RowChunk {
  index: number;
  startPx: number;
  heightPx: number;
  /** First row, and the row after the last. */
  from: number;
  to: number;
}

/**
 * Virtualizes rows of equal height: only those in sight are rendered.
 * @param options `headPx`: height above the first row, and of what covers the visible rows; `isMeasured`:
 * rows wrap, so each has its own height
 */
export function useRowWindow(options: { count: number; rowPx: number; headPx: number; isMeasured: boolean }) {
  const { count, rowPx, headPx, isMeasured } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useTallScroller(scroller, headPx + count * rowPx);
  const virtualizer = useVirtualizer({
    ...scrolled.options,
    count: Math.ceil(count / chunkRows),
    estimateSize: (index) => Math.min(chunkRows, count - index * chunkRows) * rowPx,
    overscan: 1,
    paddingStart: headPx,
  });
  // The last chunk may have fewer rows, and wrapped rows have other heights.
  // The row heights depend on both.
  useEffectOn([virtualizer, count, isMeasured], () => virtualizer.measure());

  const heightPx = useScrolledHeight(scrolled, virtualizer.getTotalSize());

  const chunks: RowChunk[] = virtualizer.getVirtualItems().map((item) => ({
    index: item.index,
    startPx: item.start - scrolled.shiftPx,
    heightPx: item.size,
    from: item.index * chunkRows,
    to: Math.min(count, (item.index + 1) * chunkRows),
  }));

  /** Scrolls a row into view by the shortest way. */
  const show = (row: number) => {
    const box = scrolled.get();
    if (!box) return;
    if (isMeasured) {
      const shown = scroller.current?.querySelector(`[data-row="${row}"]`);
      if (shown) shown.scrollIntoView({ block: 'nearest' });
      else virtualizer.scrollToIndex(Math.floor(row / chunkRows));
      return;
    }
    const top = row * rowPx;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + headPx + rowPx > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + headPx + rowPx - box.clientHeight;
    }
  };
  /** Scrolls to an offset. */
  const scrollTo = (topPx: number) => {
    const box = scrolled.get();
    if (box) box.scrollTop = topPx;
  };
  return {
    scroller,
    chunks,
    heightPx,
    /** Ref for a chunk's element, where rows are measured. */
    measure: isMeasured ? virtualizer.measureElement : null,
    show,
    scrollTo,
    /** Rows visible at a time. */
    rowsInSight: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headPx) / rowPx) - 1),
  };
}
