import type { RefObject } from 'react';
import { useLayoutEffectOn } from '#components/ui/use-effect-on.ts';
import { chunkLines } from '../api/chunk-lines.ts';
import { holdLine, rowOfLine } from '../text/line-position.ts';
import type { LineScroller } from './use-scroll-to-line.ts';
import type { ShownWrap } from './use-shown-wrap.ts';

const lineHeight = 20;

/** Wrapping changes row heights: discards measurements, then scrolls back to the line that was on top. */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  shown: ShownWrap,
  { virtualizer, moveBy, firstLine, isMeasured }: LineScroller,
): void {
  // Measures and scrolls once per layout.
  useLayoutEffectOn([shown], () => {
    const element = scroller.current;
    if (element === null) return;
    const { location } = shown;
    virtualizer.measure();
    if (isMeasured) {
      // A chunk whose lines have not loaded has no height to measure.
      for (const rendered of element.querySelectorAll<HTMLDivElement>('.chunk:not(:empty)')) {
        virtualizer.measureElement(rendered);
      }
    }
    if (location === null) return;
    const row = rowOfLine(element, location.line);
    const chunk = row?.closest('.chunk') ?? null;
    const insidePx = row && chunk ? row.getBoundingClientRect().top - chunk.getBoundingClientRect().top : 0;
    const chunkTop = Math.floor((location.line - firstLine) / chunkLines) * chunkLines * lineHeight;
    virtualizer.scrollToOffset(chunkTop + insidePx - location.offsetPx);
    return holdLine(element, location, moveBy);
  });
}
