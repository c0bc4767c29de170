import { formatCount } from '#components/ui/format-number.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { MoreLines } from './more-lines.tsx';
import type { CardForm } from './viewer.ts';

/** A card shows at most this many lines, each 20 px high. */
export const previewLines = 12;
export const lineHeight = 20;
/** Space above and below lines. */
export const codePadding = 12;
export const borderPx = 1;
/** Content that cannot be shown as lines: its size, and a download. */
export const bytesBodyHeight = 68;

/** The height of a card's lines. @param heightOf the height in px of this many lines on the card */
export const lineCardHeight =
  (heightOf: (shown: number, known: Parameters<CardForm['heightPx']>[0]) => number): CardForm['heightPx'] =>
  (known) => {
    if (known.lineCount === null) return bytesBodyHeight;
    return known.lineCount === 0 ? null : heightOf(Math.min(known.lineCount, previewLines), known);
  };

/** A card that shows the first lines. */
export const lineCard: CardForm = {
  headLines: previewLines,
  heightPx: lineCardHeight((shown) => codePadding + shown * lineHeight),
  heightIs: 'exact',
  meta: countMeta('line', 'lines'),
  Body: null,
  Preview: null,
  isRichPreview: false,
  hasGutter: true,
  shownLines: (_, lines) => lines.slice(0, previewLines),
  Foot: MoreLines,
};

/** How a command ended, else the number of lines, or of bytes where there are none. */
export function countMeta(singular: string, plural: string): CardForm['meta'] {
  return ({ outcome, lineCount, byteLength }) => {
    if (outcome) return outcome;
    if (lineCount !== null) return formatCount(lineCount, singular, plural);
    return byteLength === null ? '' : formatBytes(byteLength);
  };
}
