import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useScrolledHeight, useTallScroller } from './use-tall-scroller.ts';

/** Rows that are rendered together: a window over single rows would keep an entry for each of a million. */
const chunkRows = 20;

interface RowChunk {
  index: number;
  startPx: number;
  heightPx: number;
  /** Rows from, and before which. */
  from: number;
  to: number;
}

/**
 * A window over rows of one height, of which only those in sight are in the page.
 * @param options `headPx`: what stands above the first row, and above those in sight; `isMeasured`: rows wrap, so that they have heights of their own
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
  // The last chunk is as high as it has rows, and rows that wrap have other heights.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights follow from both
  useEffect(() => virtualizer.measure(), [virtualizer, count, isMeasured]);

  const heightPx = useScrolledHeight(scrolled, virtualizer.getTotalSize());

  const chunks: RowChunk[] = virtualizer.getVirtualItems().map((item) => ({
    index: item.index,
    startPx: item.start - scrolled.shiftPx,
    heightPx: item.size,
    from: item.index * chunkRows,
    to: Math.min(count, (item.index + 1) * chunkRows),
  }));

  /** Brings a row into sight, by the shortest way. */
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
  /** Scrolls to where so much stands above. */
  const scrollTo = (topPx: number) => {
    const box = scrolled.get();
    if (box) box.scrollTop = topPx;
  };
  return {
    scroller,
    chunks,
    heightPx,
    /** For a chunk's element, where rows are measured. */
    measure: isMeasured ? virtualizer.measureElement : null,
    show,
    scrollTo,
    /** How many rows are in sight at a time. */
    rowsInSight: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headPx) / rowPx) - 1),
  };
}
