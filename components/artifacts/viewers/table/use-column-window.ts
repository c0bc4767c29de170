import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import type { ColumnStyle } from './column-styles.ts';

/**
 * The visible columns of a wide table, and its grid columns: the gutter, the space before the visible ones,
 * and the visible ones.
 */
export function useColumnWindow(
  scroller: RefObject<HTMLDivElement | null>,
  styles: readonly ColumnStyle[],
  gutterPx: number,
) {
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: styles.length,
    getScrollElement: () => scroller.current,
    estimateSize: (position) => styles[position]?.widthPx ?? 0,
    overscan: 2,
    paddingStart: gutterPx,
  });
  // The column widths depend on `styles`.
  useEffectOn([virtualizer, styles], () => virtualizer.measure());
  const items = virtualizer.getVirtualItems();
  const columns = items.map(({ index }) => index);
  const before = (items[0]?.start ?? gutterPx) - gutterPx;
  const widths = columns.map((position) => `${styles[position]?.widthPx ?? 0}px`);
  return {
    columns,
    template: `${gutterPx}px ${before}px ${widths.join(' ')}`,
    widthPx: virtualizer.getTotalSize(),
    /** Scrolls a column into view, beside the gutter. */
    show(column: number) {
      const box = scroller.current;
      if (!box) return;
      const left = styles.slice(0, column).reduce((sum, { widthPx }) => sum + widthPx, 0);
      const right = left + (styles[column]?.widthPx ?? 0) + gutterPx;
      if (left < box.scrollLeft) box.scrollLeft = left;
      else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
    },
  };
}
