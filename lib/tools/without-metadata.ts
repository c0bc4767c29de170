import { decodeImage } from './image-decoder.ts';
import { imageFormat } from './image-format.ts';
import { inImageTurn } from './image-turn.ts';

/** Of 100: a photograph keeps what can be seen of it. */
const quality = 95;
/** An AVIF that is encoded with care takes minutes. */
const effort = 2;

/**
 * The same image without what its file tells besides: where it was taken, by what and whom. Turned as it is to be seen.
 * What tells nothing is given back as it is. Rejects where it cannot be decoded within the limits.
 */
export async function withoutMetadata(bytes: Uint8Array): Promise<Uint8Array> {
  const format = imageFormat(bytes);
  // A GIF has no place for it; a drawing is stored as what was drawn of it.
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
