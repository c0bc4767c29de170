import { formatNumber } from '#components/ui/format-number.ts';
import type { Dimensions } from '#lib/core/vocabulary/artifact.ts';

/** Maximum height of an image on a card. */
const maxHeightPx = 320;

/** Size reserved on a card before the image loads: never over its natural size, at most 320 px high. */
export function cardImageSize({ width, height }: Dimensions): { widthPx: number; heightPx: number } {
  const scale = Math.min(1, maxHeightPx / Math.max(1, height));
  return {
    widthPx: Math.max(1, Math.round(width * scale)),
    heightPx: Math.max(1, Math.round(height * scale)),
  };
}

export const formatDimensions = ({ width, height }: Dimensions): string =>
  `${formatNumber(width)} × ${formatNumber(height)}`;

const formats: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
};

/** `PNG`; unknown types by their MIME type. */
export const imageFormatLabel = (mimeType: string): string => formats[mimeType] ?? mimeType;
