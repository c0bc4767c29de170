import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRange } from '#lib/tools/file-range.ts';

async function* chunksOf(bytes: Uint8Array, sizes: number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** The same, the simple way. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

describe('a range of streamed lines', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '日', ' ') });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  const line = fc.integer({ min: 1, max: 15 });

  test('is exactly those lines, however the bytes come', async () => {
    await fc.assert(
      fc.asyncProperty(text, sizes, line, line, async (output, chunkSizes, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const lines = linesOf(output);
        const found = await readRange(chunksOf(Buffer.from(output), chunkSizes), from, to);
        expect(Buffer.from(found.bytes).toString()).toBe(lines.slice(from - 1, to).join(''));
        expect(found.lineCount).toBe(lines.slice(from - 1, to).length);
        if (found.lineCount === 0) expect(found.passedLines).toBe(lines.length);
      }),
      { numRuns: 500 },
    );
  });

  test('reads no further than it must', async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1;
        yield Buffer.from('line\n'.repeat(100));
      }
    }
    expect((await readRange(endless(), 150, 160)).lineCount).toBe(11);
    expect(read).toBe(2);
  });

  test('holds at most 2 MiB', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(300_000, 'x');
    }
    const found = await readRange(endless(), 1, Number.MAX_SAFE_INTEGER);
    expect(found.bytes).toHaveLength(2 * 1024 * 1024);
    expect(found.lineCount).toBe(1);
  });
});
