import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatId, idBytes, idSchema } from '#lib/core/vocabulary/ids.ts';

const zeros = () => new Uint8Array(idBytes);
const withBit = (bit: number): Uint8Array => {
  const bytes = zeros();
  bytes[bit >> 3] = 0x80 >> (bit & 7);
  return bytes;
};

describe('an ID', () => {
  test('is a prefix and 26 characters of lower-case base32', () => {
    for (const prefix of ['conv', 'run', 'msg', 'art', 'shr'] as const) {
      for (let round = 0; round < 200; round += 1) {
        const id = formatId(prefix, randomBytes(idBytes));
        expect(id).toMatch(new RegExp(`^${prefix}_[a-z2-7]{26}$`));
        expect(idSchema.parse(id)).toBe(id);
      }
    }
  });

  test('encodes its bits as RFC 4648 base32', () => {
    expect(formatId('art', zeros())).toBe(`art_${'a'.repeat(26)}`);
    expect(formatId('art', zeros().fill(255))).toBe(`art_${'7'.repeat(26)}`);
    // RFC 4648: "foobar" is MZXW6YTBOI.
    const bytes = zeros();
    bytes.set(Buffer.from('foobar'));
    expect(formatId('art', bytes).slice(4, 13)).toBe('mzxw6ytbo');
  });

  test('encodes exactly its 130 bits', () => {
    const seen = new Set([formatId('art', zeros())]);
    for (let bit = 0; bit < 130; bit += 1) seen.add(formatId('art', withBit(bit)));
    expect(seen.size).toBe(131);
    for (let bit = 130; bit < 136; bit += 1)
      expect(formatId('art', withBit(bit))).toBe(formatId('art', zeros()));
  });
});

describe('an ID in a URL', () => {
  test('has a prefix and at most 64 characters that need no escaping', () => {
    for (const id of ['art_a', 'conv_A-Z_9', `shr_${'x'.repeat(64)}`])
      expect(idSchema.safeParse(id).success).toBe(true);
  });

  test('is rejected in any other form', () => {
    const bad = [
      '',
      'art_',
      'art',
      '_a',
      'Art_a',
      'a1_a',
      `art_${'x'.repeat(65)}`,
      'art_a/b',
      'art_..',
      'art_a\n',
      '\nart_a',
      'art_%61',
      'art_é',
      'art_a\0',
      ' art_a',
    ];
    for (const id of bad) expect(idSchema.safeParse(id).success, JSON.stringify(id)).toBe(false);
  });
});
