import { deflateRawSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { binaryKind } from '#lib/split/binary-kind.ts';

const drawing = sharp({ create: { width: 300, height: 20, channels: 3, background: '#123456' } });

describe('what bytes are is recognised by the first of them', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'tiff', 'avif'] as const)('an image: %s', async (format) => {
    const kind = binaryKind(await drawing.clone().toFormat(format).toBuffer());
    const name = { png: 'PNG', jpeg: 'JPEG', gif: 'GIF', webp: 'WebP', tiff: 'TIFF', avif: 'AVIF' }[format];
    const hasSize = format === 'png' || format === 'jpeg' || format === 'gif';
    expect(kind).toBe(`${name} image${hasSize ? ', 300×20' : ''}`);
  });

  test('an archive', () => {
    expect(binaryKind(gzipSync('a'))).toBe('binary, gzip archive');
  });

  test('a program', () => {
    expect(binaryKind(Buffer.from('\u007fELF\u0002\u0001\u0001\0'))).toBe('binary, ELF program or library');
  });

  test('unknown bytes are of no kind', () => {
    expect(binaryKind(deflateRawSync('a'))).toBeNull();
    expect(binaryKind(new Uint8Array())).toBeNull();
  });

  test('a picture that ends in the middle of its head has no size', async () => {
    const jpeg = await drawing.clone().jpeg().toBuffer();
    expect(binaryKind(jpeg.subarray(0, 12))).toBe('JPEG image');
    const png = await drawing.clone().png().toBuffer();
    expect(binaryKind(png.subarray(0, 20))).toBe('PNG image');
  });
});
