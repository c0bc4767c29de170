/** A line, and how far below the upper edge of its scroller it begins; negative above it. */
export interface LinePosition {
  line: number;
  offsetPx: number;
}

const maxFrames = 15;
const lineHeight = 20;
const interruptions = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

export const rowOfLine = (scroller: HTMLElement, line: number): HTMLElement | null =>
  scroller.querySelector(`[data-line="${line}"]`);

/** The first line that is in sight; `null`: none is here. */
export function firstLineInSight(scroller: HTMLElement): LinePosition | null {
  const { top } = scroller.getBoundingClientRect();
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-line]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom > top + 1) return { line: Number(row.dataset.line), offsetPx: box.top - top };
  }
  return null;
}

/**
 * Keeps a line where it is while what is around it takes its size, unless the reader moves. Returns how to stop.
 * @param moveBy scrolls by so many pixels
 */
export function holdLine(
  scroller: HTMLElement,
  { line, offsetPx }: LinePosition,
  moveBy: (px: number) => void,
): () => void {
  return holdRow(scroller, () => rowOfLine(scroller, line), offsetPx, moveBy);
}

/**
 * The same of any row. `find` gives it as it is then; `null`: it is not here.
 * @param onEnd the row stands, or the reader moved: not when it was stopped
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
      // Of a line that was many rows high and is one now, its beginning is shown.
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
  // In this frame rows may stand where they stood before.
  frame = requestAnimationFrame(align);
  return stop;
}
