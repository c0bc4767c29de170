import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import { chunkLines } from '../api/chunk-lines.ts';
import { whenThere } from '../api/when-there.ts';
import { rowOfLine } from '../text/line-position.ts';

const lineHeight = 20;

export interface LineScroller {
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** Scrolls by so many pixels. */
  moveBy: (px: number) => void;
  /** The number of the first line. */
  firstLine: number;
  /** Rows differ in height. */
  isMeasured: boolean;
}

/** Brings a line into sight whenever the object changes. */
export function useScrollToLine(
  scroller: RefObject<HTMLElement | null>,
  focus: { line: number } | null,
  lines: LineScroller,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another focus moves the lines
  useEffect(() => {
    if (!focus || !scroller.current) return;
    return scrollToLine(scroller.current, focus.line, lines);
  }, [focus]);
}

/** A third down. Where rows differ in height it first goes near, then to the row itself. Returns how to give up. */
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
      // Of what is higher than the box, the beginning.
      moveBy(box.top - around.top - Math.max(0, (element.clientHeight - box.height) / 2));
    },
  );
}
