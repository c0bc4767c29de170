import sharp, { type Sharp } from 'sharp';
import { limits } from '../core/limits.ts';

// Set once per process: one core, no cache, and only the decoders of the formats that are shown. Drawings
// (SVG) are not decoded here.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});

/**
 * Works on an image within the limits of pixels and time. Rejects with the decoder's message if the bytes are
 * damaged or truncated.
 * @param isAnimated `true`: all frames; `false`: only the first
 */
export function decodeImage<T>(
  bytes: Uint8Array,
  work: (image: Sharp) => Promise<T>,
  isAnimated = false,
): Promise<T> {
  const image = sharp(bytes, {
    limitInputPixels: limits.imagePixels,
    failOn: 'error',
    sequentialRead: true,
    animated: isAnimated,
  });
  return work(image.timeout({ seconds: limits.imageTimeoutSeconds }));
}
