import { borderPx, codePadding, lineHeight, previewLines } from '../line-card.ts';

/** Height in px of the row that says how much more there is. */
export const moreHeight = 28;

/** Height in px of an output of this many rows. */
export const terminalHeight = (rows: number): number => codePadding + rows * lineHeight + borderPx;

/** Height in px of an output on its card, with the row that says how much more there is. */
export function outputHeight(lineCount: number): number {
  if (lineCount === 0) return 0;
  const hasMore = lineCount > previewLines;
  return terminalHeight(Math.min(lineCount, previewLines)) + (hasMore ? moreHeight : 0);
}
