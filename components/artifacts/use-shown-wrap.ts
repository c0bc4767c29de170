import { type RefObject, useLayoutEffect, useState } from 'react';
import { firstLineInSight, holdLine, type LinePlace, rowOfLine } from './line-place.ts';
import { chunkLines } from './line-source.ts';
import type { LineScroller } from './use-scroll-to-line.ts';

const lineHeight = 20;

/**
 * Whether lines are to be shown wrapped: what is asked for, one step later. In between the place is read from the old layout,
 * so that the line at the top stays there in the new one.
 */
export function useShownWrap(isWrapped: boolean, scroller: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<{ isWrapped: boolean; place: LinePlace | null }>({
    isWrapped,
    place: null,
  });
  useLayoutEffect(() => {
    if (shown.isWrapped === isWrapped) return;
    setShown({ isWrapped, place: scroller.current && firstLineInSight(scroller.current) });
  }, [isWrapped, shown, scroller]);
  return shown;
}

/** Rows that wrap have other heights: what was measured is forgotten, and the place is gone to anew. */
export function useHeldPlace(
  scroller: RefObject<HTMLElement | null>,
  place: LinePlace | null,
  { virtualizer, moveBy, firstLine, isMeasured }: LineScroller,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is gone to once, when it has been read
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || place === null) return;
    const row = rowOfLine(element, place.line);
    const chunk = row?.closest('.chunk') ?? null;
    const insidePx = row && chunk ? row.getBoundingClientRect().top - chunk.getBoundingClientRect().top : 0;
    virtualizer.measure();
    if (isMeasured) {
      for (const rendered of element.querySelectorAll<HTMLDivElement>('.chunk')) {
        virtualizer.measureElement(rendered);
      }
    }
    const chunkTop = Math.floor((place.line - firstLine) / chunkLines) * chunkLines * lineHeight;
    virtualizer.scrollToOffset(chunkTop + insidePx - place.offsetPx);
    return holdLine(element, place, moveBy);
  }, [place]);
}
