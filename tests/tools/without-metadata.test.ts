import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withoutMetadata } from '#lib/tools/without-metadata.ts';

const photo = (orientation: number) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation });

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s loses what its file tells besides',
  async (format) => {
    const bytes = await photo(1).toFormat(format).toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { exif, xmp, format: kept, width } = await sharp(await withoutMetadata(bytes)).metadata();
    expect([exif, xmp, width]).toEqual([undefined, undefined, 40]);
    expect(kept).toBe(format === 'avif' ? 'heif' : format);
  },
);

test('a photograph that lay on its side stands as it was seen', async () => {
  const bytes = await photo(6).jpeg().toBuffer();
  expect(await sharp(await withoutMetadata(bytes)).metadata()).toMatchObject({ width: 20, height: 40 });
});

test('an image that tells nothing stays as it is, byte for byte', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  expect(await withoutMetadata(bytes)).toBe(bytes);
});
