import type { RefObject } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { whenThere } from '../api/when-there.ts';
import type { Find } from '../text/line-context.tsx';
import { rowOfLine } from '../text/line-position.ts';
import { type LineScroller, scrollToLine } from './use-scroll-to-line.ts';

/** Margin left and right of a hit. */
const roomPx = 48;
const rulerPx = 10;

/** Scrolls the current hit into view unless it is already visible. */
export function useScrollToHit(
  scroller: RefObject<HTMLElement | null>,
  find: Find | null,
  lines: LineScroller,
): void {
  const hit = find?.current ?? null;
  // Scrolls only when the current hit changes.
  useEffectOn([hit], () => {
    const element = scroller.current;
    if (element === null || hit === null) return;
    const row = rowOfLine(element, hit.line);
    const giveUpLine = row && isInSight(row, element) ? null : scrollToLine(element, hit.line, lines);
    // There is no mark if the line is cut before the hit.
    const giveUpMark = whenThere(
      () => element.querySelector('mark.now'),
      (mark) => bringAcross(mark, element),
    );
    return () => {
      giveUpLine?.();
      giveUpMark();
    };
  });
}

function isInSight(row: HTMLElement, scroller: HTMLElement): boolean {
  const [box, around] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return box.top >= around.top && box.bottom <= around.top + scroller.clientHeight;
}

/**
 * Scrolls sideways: to the start of the lines if that shows the mark, else just far enough. Line numbers and
 * ruler cover the edges.
 */
function bringAcross(mark: HTMLElement, scroller: HTMLElement): void {
  const [box, around] = [mark.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const start = box.left - around.left + scroller.scrollLeft;
  const end = box.right - around.left + scroller.scrollLeft;
  const seenFrom = (mark.closest<HTMLElement>('.src')?.offsetLeft ?? 0) + roomPx;
  const seenTo = scroller.clientWidth - rulerPx - roomPx;
  if (end <= seenTo) scroller.scrollLeft = 0;
  else if (end > scroller.scrollLeft + seenTo || start < scroller.scrollLeft + seenFrom) {
    scroller.scrollLeft = Math.min(start - seenFrom, end - (seenFrom + seenTo) / 2);
  }
}
