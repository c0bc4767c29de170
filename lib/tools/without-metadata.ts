import { decodeImage } from './image-decoder.ts';
import { imageFormat } from './image-format.ts';
import { inImageTurn } from './image-turn.ts';

/** Out of 100: a photograph keeps all visible detail. */
const quality = 95;
/** Encoding an AVIF with more effort takes minutes. */
const effort = 2;

/**
 * The same image without metadata: where, with what and by whom it was taken. It is rotated as it should be
 * seen. An image without metadata is returned unchanged. Rejects if it cannot be decoded within the limits.
 */
export async function withoutMetadata(bytes: Uint8Array): Promise<Uint8Array> {
  const format = imageFormat(bytes);
  // A GIF has no room for metadata; a drawing is stored as the image rendered from it.
  if (format === null || format === 'svg' || format === 'gif') return bytes;
  return await inImageTurn(async () => {
    const { exif, xmp, iptc, comments, pages = 1 } = await decodeImage(bytes, (image) => image.metadata());
    if (!exif && !xmp && !iptc && !comments?.length) return bytes;
    const isAnimated = pages > 1;
    return await decodeImage(
      bytes,
      (image) => (isAnimated ? image : image.rotate()).toFormat(format, { quality, effort }).toBuffer(),
      isAnimated,
    );
  });
}
