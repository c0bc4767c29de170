import { describe, expect, test } from 'vitest';
import { readArchive } from '#lib/core/algorithms/archive/archive-listing.ts';
import { tarOf, zipOf } from '#tests/support/archives.ts';

const files = { 'src/a.ts': 'const a = 1;\n', 'docs/': '', 'docs/über.md': '# Über\n'.repeat(50) };
const read = (bytes: Uint8Array, edge = 64 * 1024) =>
  readArchive(bytes.subarray(0, edge), bytes.subarray(-edge), bytes.length);

describe.each([
  ['ZIP', zipOf],
  ['tar', tarOf],
])('a %s archive', (_, pack) => {
  test('lists its files with their unpacked sizes', () => {
    expect(read(pack(files))).toEqual({
      entries: [
        { path: 'src/a.ts', byteLength: 13, isEncrypted: false },
        { path: 'docs/über.md', byteLength: 400, isEncrypted: false },
      ],
      isCut: false,
    });
  });

  test('of which only an edge is there says that there is more', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`file-${at}.txt`, 'x'.repeat(600)]),
    );
    const listing = read(pack(many), 8 * 1024);
    expect(listing?.isCut).toBe(true);
    expect(listing?.entries.length ?? 0).toBeLessThan(500);
    expect(read(pack(many), 2 ** 24)?.entries).toHaveLength(500);
  });

  test('that is damaged, at any byte, is read without an error', () => {
    const bytes = pack(files);
    for (let at = 0; at < bytes.length; at += 3) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(() => read(damaged)).not.toThrow();
      expect(() => read(bytes.subarray(0, at))).not.toThrow();
    }
  });

  test('may name any path, which is only shown', () => {
    expect(read(pack({ '../../etc/passwd': 'x' }))?.entries).toMatchObject([{ path: '../../etc/passwd' }]);
  });
});

test('anything else is no archive', () => {
  expect(read(new Uint8Array(600))).toBeNull();
  expect(read(Buffer.from('PK but no archive'))).toBeNull();
});
