import type { Virtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { chunkLines } from '../api/chunk-lines.ts';
import { whenThere } from '../api/when-there.ts';
import { rowOfLine } from '../text/line-position.ts';

const lineHeight = 20;

export interface LineScroller {
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** Scrolls by this many px. */
  moveBy: (px: number) => void;
  /** Displayed number of the first line. */
  firstLine: number;
  /** Rows differ in height. */
  isMeasured: boolean;
}

/** Scrolls a line into view whenever the object changes. */
export function useScrollToLine(
  scroller: RefObject<HTMLElement | null>,
  focus: { line: number } | null,
  lines: LineScroller,
): void {
  // Scrolls only when the focus changes.
  useEffectOn([focus], () => {
    if (!focus || !scroller.current) return;
    return scrollToLine(scroller.current, focus.line, lines);
  });
}

/**
 * Scrolls a line to a third of the height. Where rows differ in height, it first scrolls near, then to the
 * row itself.
 * @returns a function that cancels it
 */
export function scrollToLine(
  element: HTMLElement,
  line: number,
  { virtualizer, moveBy, firstLine, isMeasured }: LineScroller,
): () => void {
  const position = Math.max(0, line - firstLine);
  if (!isMeasured) {
    virtualizer.scrollToOffset(Math.max(0, position * lineHeight - element.clientHeight / 3));
    return () => undefined;
  }
  virtualizer.scrollToIndex(Math.floor(position / chunkLines), { align: 'start' });
  return whenThere(
    () => rowOfLine(element, line),
    (row) => {
      const [box, around] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
      // A row higher than the box is aligned to its beginning.
      moveBy(box.top - around.top - Math.max(0, (element.clientHeight - box.height) / 2));
    },
  );
}
