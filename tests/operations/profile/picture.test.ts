import sharp from 'sharp';
import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { putPicture } from '#lib/operations/profile/change-picture.ts';
import type { Services } from '#lib/services.ts';
import { emptyPng } from '#tests/support/images.ts';
import { teamBench } from '#tests/support/team-bench.ts';

const bench = teamBench();

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a6b72' } });

async function put(...chunks: Uint8Array[]) {
  const { stores } = bench();
  const sent = (async function* () {
    yield* chunks;
  })();
  const version = await putPicture(
    {
      services: { stores } as unknown as Services,
      member: { id: 'mem_a', name: 'Ada', role: 'member' },
      origin: {} as never,
    },
    sent,
  );
  return { version, stored: await stores.pictures.get('mem_a') };
}

test('the middle of an image is stored, as a square, upright, without where it was taken', async () => {
  // Left red, middle green, right blue; turned by its metadata, which also says where.
  const part = (color: string, left: number) => ({
    input: { create: { width: 400, height: 300, channels: 3 as const, background: color } },
    left,
    top: 0,
  });
  const photo = await image(1_200, 300)
    .composite([part('#f00', 0), part('#0f0', 400), part('#00f', 800)])
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { version, stored } = await put(photo.subarray(0, 700), photo.subarray(700));
  expect(stored).toMatchObject({ version, mimeType: 'image/webp' });
  const kept = sharp(stored?.bytes);
  const metadata = await kept.metadata();
  expect(metadata).toMatchObject({ width: limits.pictureEdge, height: limits.pictureEdge, format: 'webp' });
  expect(metadata.exif).toBeUndefined();
  const { dominant } = await kept.stats();
  expect(dominant.g).toBeGreaterThan(200);
  expect(dominant.r + dominant.b).toBeLessThan(60);
});

test('the version follows from what is shown', async () => {
  const first = await put(await image(10, 10).png().toBuffer());
  const same = await put(await image(10, 10).png().toBuffer());
  const other = await put(await image(10, 10).negate().webp().toBuffer());
  expect(same.version).toBe(first.version);
  expect(other.version).not.toBe(first.version);
});

test.each([
  ['text', Buffer.from('<script>alert(1)</script>'), /not PNG, JPEG or WebP/],
  ['a drawing with a script', Buffer.from('<svg xmlns="x"><script/></svg>'), /not PNG, JPEG or WebP/],
  ['nothing', Buffer.alloc(0), /not PNG, JPEG or WebP/],
  ['a picture of 900 million pixels in 100 KB', emptyPng(30_000, 30_000), /more than 40 million pixels/],
])('%s is refused, and the picture from before stays', async (_, bytes, reason) => {
  const { version } = await put(await image(10, 10).png().toBuffer());
  await expect(put(bytes)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(reason),
  });
  expect((await bench().stores.pictures.get('mem_a'))?.version).toBe(version);
});

test('a picture that is cut short is refused', async () => {
  const whole = await image(500, 500).png().toBuffer();
  await expect(put(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a file above the limit is not read to its end', async () => {
  let sentBytes = 0;
  const chunk = new Uint8Array(1024 * 1024);
  const endless = (async function* () {
    for (;;) {
      sentBytes += chunk.length;
      yield chunk;
    }
  })();
  const call = {
    services: {} as Services,
    member: { id: 'a', name: 'A', role: 'member' as const },
    origin: {} as never,
  };
  await expect(putPicture(call, endless)).rejects.toMatchObject({ code: 'too_large' });
  expect(sentBytes).toBeLessThanOrEqual(limits.pictureBytes + 2 * chunk.length);
});
