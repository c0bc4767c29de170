import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDigest, type ResultDigest, wholeTextBytes } from '#lib/split/digest.ts';
import { expectLinear } from '../support/expect-linear.ts';
import { scaled } from '../support/scaled.ts';

const edgeBytes = 512 * 1024;
const noise = randomBytes(3 * wholeTextBytes);

function digestOf(bytes: Uint8Array, chunkSizes: number[]): ResultDigest {
  const digest = createDigest();
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = chunkSizes[turn % chunkSizes.length] ?? bytes.length;
    digest.push(bytes.subarray(at, at + size));
    at += size;
  }
  return digest.finish();
}

function expectRight(found: ResultDigest, bytes: Uint8Array): void {
  expect(found.byteLength).toBe(bytes.length);
  expect(found.whole !== null).toBe(bytes.length <= wholeTextBytes);
  if (found.whole) expect(Buffer.compare(found.whole, bytes)).toBe(0);
  expect(Buffer.compare(found.head, bytes.subarray(0, edgeBytes))).toBe(0);
  expect(Buffer.compare(found.tail, bytes.subarray(-edgeBytes))).toBe(0);
}

describe('a digest', () => {
  test('is right at its borders, however the bytes come', () => {
    const borders = [0, 1, edgeBytes - 1, edgeBytes, edgeBytes + 1, wholeTextBytes - 1, wholeTextBytes];
    const longer = [
      wholeTextBytes + 1,
      wholeTextBytes + edgeBytes,
      wholeTextBytes + edgeBytes + 1,
      noise.length,
    ];
    for (const length of [...borders, ...longer]) {
      const bytes = noise.subarray(0, length);
      for (const sizes of [[bytes.length || 1], [65_536], [1_000_003], [4_096, 1, 700_000]])
        expectRight(digestOf(bytes, sizes), bytes);
    }
  });

  test('is right for any chunking', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.nat(noise.length), (chunkSizes, length) => {
        const longEnough = chunkSizes.some((size) => size > 2_000) ? chunkSizes : [...chunkSizes, 100_000];
        expectRight(digestOf(noise.subarray(0, length), longEnough), noise.subarray(0, length));
      }),
      { numRuns: scaled(40, 8) },
    );
  });

  test('of a stream of tiny chunks takes time in proportion to it', async () => {
    await expectLinear(2 * wholeTextBytes, (length) => {
      const bytes = noise.subarray(0, length);
      expectRight(digestOf(bytes, [64]), bytes);
    });
  });

  test('of a very long stream holds a few megabytes', () => {
    const digest = createDigest();
    const before = process.memoryUsage();
    for (let round = 0; round < 800; round += 1) digest.push(new Uint8Array(256 * 1024).fill(round));
    const current = digest.finish();
    const after = process.memoryUsage();
    expect(current.byteLength).toBe(200 * 1024 * 1024);
    expect(current.head.length + current.tail.length).toBe(2 * edgeBytes);
    // The edges are copies: they hold no longer buffer alive.
    expect(current.head.buffer.byteLength + current.tail.buffer.byteLength).toBeLessThan(3 * edgeBytes);
    expect(after.rss - before.rss).toBeLessThan(150 * 1024 * 1024);
  });
});
