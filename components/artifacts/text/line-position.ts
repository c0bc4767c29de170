/** A line, and its distance in px below the upper edge of its scroller; negative above the edge. */
export interface LinePosition {
  line: number;
  offsetPx: number;
}

const maxFrames = 15;
const lineHeight = 20;
const interruptions = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

export const rowOfLine = (scroller: HTMLElement, line: number): HTMLElement | null =>
  scroller.querySelector(`[data-line="${line}"]`);

/** The first visible line; `null`: none is rendered. */
export function firstLineInSight(scroller: HTMLElement): LinePosition | null {
  const { top } = scroller.getBoundingClientRect();
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-line]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom > top + 1) return { line: Number(row.dataset.line), offsetPx: box.top - top };
  }
  return null;
}

/**
 * Keeps a line in place while the content around it settles, unless the reader scrolls.
 * @param moveBy scrolls by this many px
 * @returns a function that stops it
 */
export function holdLine(
  scroller: HTMLElement,
  { line, offsetPx }: LinePosition,
  moveBy: (px: number) => void,
): () => void {
  return holdRow(scroller, () => rowOfLine(scroller, line), offsetPx, moveBy);
}

/**
 * The same for any row. `find` returns its current element; `null`: it is not rendered.
 * @param onEnd called when the row has settled or the reader scrolled, but not when it was stopped
 */
export function holdRow(
  scroller: HTMLElement,
  find: () => HTMLElement | null,
  offsetPx: number,
  moveBy: (px: number) => void,
  onEnd?: () => void,
): () => void {
  let frame = 0;
  let remaining = maxFrames;
  const align = () => {
    const row = find();
    if (row) {
      const box = row.getBoundingClientRect();
      // A line that was many rows high and is now one shows its beginning.
      const wanted = Math.max(offsetPx, Math.min(0, lineHeight - box.height));
      const away = box.top - scroller.getBoundingClientRect().top - wanted;
      if (Math.abs(away) >= 1) moveBy(away);
    }
    remaining -= 1;
    if (remaining > 0) frame = requestAnimationFrame(align);
    else end();
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    remaining = 0;
    for (const name of interruptions) scroller.removeEventListener(name, end);
  };
  const end = () => {
    stop();
    onEnd?.();
  };
  for (const name of interruptions) scroller.addEventListener(name, end, { passive: true });
  // In this frame the rows may not have moved yet.
  frame = requestAnimationFrame(align);
  return stop;
}
