import sharp, { type Sharp } from 'sharp';
import { limits } from '../core/limits.ts';

// Once a process: one core, nothing kept, and no decoder but those of the formats that are shown. Drawings (SVG) have none here.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});

/**
 * Works on an image within the limits of pixels and time. Rejects where the bytes are damaged or cut short, as the decoder says it.
 * @param isAnimated all frames count; else it is the first
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
