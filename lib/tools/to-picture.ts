import { decodeImage } from './image-decoder.ts';

/**
 * The middle of an image, upright, as a square WebP without anything else that its file says.
 * @param edge in pixels
 * @throws Error with the decoder's message: see `whyNotShown`
 */
export const toPicture = (bytes: Uint8Array, edge: number): Promise<Uint8Array> =>
  decodeImage(bytes, (image) =>
    image.autoOrient().resize({ width: edge, height: edge, fit: 'cover' }).webp({ quality: 85 }).toBuffer(),
  );
