import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import { chunkLines } from './line-source.ts';

const lineHeight = 20;
const triesUntilRendered = 20;

/** Brings a line into sight, a third down. Where rows differ in height it first goes near, then to the row itself. */
export function useScrollToLine(options: {
  scroller: RefObject<HTMLElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  focus: { line: number } | null;
  firstLine: number;
  isMeasured: boolean;
}): void {
  const { scroller, virtualizer, focus, firstLine, isMeasured } = options;
  useEffect(() => {
    const element = scroller.current;
    if (!focus || !element) return;
    const position = Math.max(0, focus.line - firstLine);
    if (!isMeasured) {
      virtualizer.scrollToOffset(Math.max(0, position * lineHeight - element.clientHeight / 3));
      return;
    }
    virtualizer.scrollToIndex(Math.floor(position / chunkLines), { align: 'start' });
    return whenRendered(element, focus.line);
  }, [scroller, virtualizer, focus, firstLine, isMeasured]);
}

function whenRendered(scroller: HTMLElement, line: number): () => void {
  let frame = 0;
  let tries = 0;
  const look = () => {
    const row = scroller.querySelector(`[data-line="${line}"]`);
    if (row) return row.scrollIntoView({ block: 'center' });
    tries += 1;
    if (tries < triesUntilRendered) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
