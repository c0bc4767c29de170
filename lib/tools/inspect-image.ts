import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Dimensions } from '../core/vocabulary/artifact.ts';
import { decodeImage } from './image-decoder.ts';

export interface InspectedImage {
  /** As people see it: a photograph may be stored rotated. */
  dimensions: Dimensions;
  frameCount: number;
  mimeType: string;
}

/**
 * Decodes an image to its last row, but keeps little of it.
 * @throws Error with the decoder's message: see `whyNotShown`
 */
export const inspectImage = (bytes: Uint8Array): Promise<InspectedImage> =>
  decodeImage(bytes, async (image) => {
    const metadata = await image.metadata();
    await image.resize({ width: 16, height: 16, fit: 'fill' }).raw().toBuffer();
    return {
      dimensions: { width: metadata.autoOrient.width, height: metadata.autoOrient.height },
      frameCount: metadata.pages ?? 1,
      mimeType: metadata.mediaType ?? 'application/octet-stream',
    };
  });

/** Continues a sentence that begins with the image. The decoder's messages are meant for programmers. */
export function whyNotShown(error: unknown): string {
  const message = errorMessage(error);
  if (/exceeds pixel limit/i.test(message)) {
    return `has more than ${limits.imagePixels / 1_000_000} million pixels`;
  }
  if (/timeout/.test(message)) return `takes over ${limits.imageTimeoutSeconds} s to draw`;
  return 'is damaged or cut short';
}
