import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import {
  createLineIndexer,
  decodeLineIndex,
  encodeLineIndex,
  type LineIndex,
  sniffOf,
  type TextEncoding,
} from '#lib/stores/line-index.ts';
import { type LinedBytes, readLinePart, readLines } from '#lib/stores/read-lines.ts';
import { expectLinear } from '../support/expect-linear.ts';
import { scaled } from '../support/scaled.ts';

const encodings: TextEncoding[] = ['utf-8', 'utf-16le', 'utf-16be'];

/** UTF-16 with its byte order mark, as editors write it. */
function encode(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

/** Indexes bytes that arrive in chunks of these sizes, cyclically. */
function indexOf(bytes: Uint8Array, pieceSizes: number[] = [bytes.length || 1]): LineIndex | null {
  const indexer = createLineIndexer();
  for (let at = 0, piece = 0; at < bytes.length; piece += 1) {
    const size = pieceSizes[piece % pieceSizes.length] ?? 1;
    indexer.push(bytes.subarray(at, at + size));
    at += size;
  }
  const index = indexer.finish();
  return index && decodeLineIndex(encodeLineIndex(index));
}

/** A source that counts the bytes read from it. */
function sourceOf(bytes: Uint8Array, index: LineIndex): LinedBytes & { reads: number[] } {
  const reads: number[] = [];
  const readBytes = async (start: number, end: number) => {
    const found = bytes.subarray(start, end);
    reads.push(found.length);
    return found;
  };
  return { readBytes, index, reads };
}

/** The reference implementation: the whole text, split at each newline. */
function naiveLines(bytes: Uint8Array, encoding: TextEncoding): { text: string; byteLength: number }[] {
  const unit = encoding === 'utf-8' ? 1 : 2;
  const isCode = (at: number, code: number) => {
    if (unit === 1) return bytes[at] === code;
    const [low, high] = encoding === 'utf-16le' ? [bytes[at], bytes[at + 1]] : [bytes[at + 1], bytes[at]];
    return low === code && high === 0;
  };
  const lines: { text: string; byteLength: number }[] = [];
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const add = (start: number, end: number) => {
    const text = decoder.decode(bytes.subarray(start, end));
    lines.push({ text: lines.length === 0 ? text.replace(/^\ufeff/, '') : text, byteLength: end - start });
  };
  let start = 0;
  for (let at = 0; at + unit <= bytes.length; at += unit) {
    if (!isCode(at, 10)) continue;
    add(start, at - unit >= start && isCode(at - unit, 13) ? at - unit : at);
    start = at + unit;
  }
  if (start < bytes.length) add(start, bytes.length);
  return lines;
}

/** A line as a window shows it: its first 2,000 characters, never half a surrogate pair. */
function shown(text: string): string {
  if (text.length <= limits.lineCharacters) return text;
  const cut = text.slice(0, limits.lineCharacters);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

async function expectSameAsNaive(bytes: Uint8Array, pieceSizes: number[], from: number, to: number) {
  const index = indexOf(bytes, pieceSizes);
  if (index === null) throw new Error('not text');
  const all = naiveLines(bytes, index.encoding);
  expect(index.lineCount).toBe(all.length);
  const window = await readLines(sourceOf(bytes, index), { from, to }, 'complete');
  if (from > all.length) {
    expect(window).toMatchObject({ lines: [], cut: [], total: all.length });
    return;
  }
  const expected = all.slice(from - 1, Math.min(to, from + limits.linesPerWindow - 1));
  const within = expected.slice(0, window.lines.length);
  expect(window.lines).toEqual(within.map(({ text }) => shown(text)));
  expect(window).toMatchObject({ from, to: from + within.length - 1, total: all.length });
  expect(window.cut).toEqual(
    within.flatMap(({ text, byteLength }, at) =>
      text.length > limits.lineCharacters ? [{ line: from + at, byteLength }] : [],
    ),
  );
  const characters = window.lines.reduce((sum, line) => sum + line.length, 0);
  if (within.length < expected.length) {
    const next = shown(expected[within.length]?.text ?? '');
    expect(characters + next.length).toBeGreaterThan(limits.windowBytes);
  }
}

const character = fc.constantFrom('a', 'é', '日', '👍', ' ', '\t', '\r', '\u0a0a', '\u0d0a', '\u2028');
const shortLine = fc.string({ unit: character, maxLength: 30 });
const longLine = fc
  .tuple(fc.constantFrom('x', 'é', '日', '👍', 'ab👍'), fc.integer({ min: 1_990, max: 2_010 }))
  .map(([text, length]) =>
    text
      .repeat(Math.ceil(length / text.length))
      .slice(0, length)
      .toWellFormed(),
  );
const hugeLine = fc
  .tuple(fc.constantFrom('x', 'é日', '👍'), fc.integer({ min: 60_000, max: 150_000 }))
  .map(([text, length]) => text.repeat(Math.ceil(length / text.length)));
const line = fc.oneof(
  { weight: 30, arbitrary: shortLine },
  { weight: 5, arbitrary: longLine },
  { weight: 1, arbitrary: hugeLine },
);
const text = fc
  .tuple(
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r\r\n', '\n\n')), { maxLength: 60 }),
    shortLine,
    fc.constantFrom(1, 1, 40),
  )
  .map(
    ([lines, last, times]) =>
      lines
        .map((parts) => parts.join(''))
        .join('')
        .repeat(times) + last,
  );
/** Line numbers far away too: a text has up to some thousand lines. */
const range = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 3_000 })),
    fc.integer({ min: 0, max: 2_500 }),
  )
  .map(([from, more]) => ({ from, to: from + more }));
const pieceSizes = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1_000, max: 300_000 })),
  { minLength: 1, maxLength: 4 },
);
const sizesWorthwhile = pieceSizes.map((sizes) => [...sizes, 20_000]);

describe('a window of lines', () => {
  test.each(encodings)('equals a plain split, for any text in %s', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(text, range, sizesWorthwhile, async (content, { from, to }, sizes) => {
        await expectSameAsNaive(encode(content, encoding), sizes, from, to);
      }),
      { numRuns: scaled(150, 12) },
    );
  });

  test('equals a plain split, for any bytes that count as text', async () => {
    const byte = fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 32, max: 126 }) },
      { weight: 4, arbitrary: fc.constantFrom(10, 13) },
      { weight: 1, arbitrary: fc.integer({ min: 128, max: 255 }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(byte, { maxLength: 3_000 }),
        range,
        sizesWorthwhile,
        async (values, { from, to }, sizes) => {
          const bytes = Uint8Array.from(values);
          if (indexOf(bytes) === null) return;
          await expectSameAsNaive(bytes, sizes, from, to);
        },
      ),
      { numRuns: scaled(200, 20) },
    );
  });

  test('equals a plain split, for any bytes after a UTF-16 mark, even with half a character at the end', async () => {
    const unit = fc.constantFrom(
      [10, 0],
      [0, 10],
      [13, 0],
      [0, 13],
      [97, 0],
      [10, 10],
      [10, 13],
      [0x3d, 0xd8],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom([0xff, 0xfe], [0xfe, 0xff]),
        fc.array(unit, { maxLength: 400 }),
        fc.constantFrom([], [0], [10], [97]),
        sizesWorthwhile,
        async (mark, units, half, sizes) => {
          const bytes = Uint8Array.from([...mark, ...units.flat(), ...half]);
          await expectSameAsNaive(bytes, sizes, 1, 2_000);
        },
      ),
      { numRuns: scaled(200, 20) },
    );
  });

  test('does not depend on the chunks the bytes arrived in', () => {
    fc.assert(
      fc.property(text, sizesWorthwhile, fc.constantFrom(...encodings), (content, sizes, encoding) => {
        const bytes = encode(content, encoding);
        expect(indexOf(bytes, sizes)).toEqual(indexOf(bytes));
      }),
      { numRuns: scaled(50, 10) },
    );
  });

  test('has at most 2,000 short lines, and at most 256 KiB of long ones', async () => {
    const short = Buffer.from('a\n'.repeat(5_000));
    const shortIndex = indexOf(short);
    const long = Buffer.from(`${'x'.repeat(1_999)}\n`.repeat(1_000));
    const longIndex = indexOf(long);
    if (!shortIndex || !longIndex) throw new Error('not text');
    const ofShort = await readLines(sourceOf(short, shortIndex), { from: 11, to: 5_000 }, 'complete');
    expect([ofShort.lines.length, ofShort.to]).toEqual([2_000, 2_010]);
    const ofLong = await readLines(sourceOf(long, longIndex), { from: 1, to: 1_000 }, 'complete');
    expect([ofLong.lines.length, ofLong.to]).toEqual([131, 131]);
  });

  test.each([
    ['one line of 5 MB', Buffer.alloc(5_000_000, 'x'), 1],
    ['a line after one of 5 MB', Buffer.concat([Buffer.alloc(5_000_000, 'x'), Buffer.from('\nlast')]), 2],
    ['the last of 500,000 short lines', Buffer.from('short line\n'.repeat(500_000)), 500_000],
    ['a line among long ones', Buffer.from(`${'x'.repeat(60_000)}\n`.repeat(100)), 77],
  ])('reads a bounded number of bytes: %s', async (_name, bytes, at) => {
    const index = indexOf(bytes);
    if (!index) throw new Error('not text');
    const source = sourceOf(bytes, index);
    const window = await readLines(source, { from: at, to: at }, 'complete');
    expect(window.lines).toHaveLength(1);
    expect(source.reads.length).toBeLessThanOrEqual(2);
    expect(source.reads.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(80_000);
  });

  test('lists a cut line with its full length in bytes, excluding its newline', async () => {
    const bytes = Buffer.from(`${'é'.repeat(3_000_000)}\r\nnext\n`);
    const index = indexOf(bytes);
    if (!index) throw new Error('not text');
    const window = await readLines(sourceOf(bytes, index), { from: 1, to: 2 }, 'complete');
    expect(window.cut).toEqual([{ line: 1, byteLength: 6_000_000 }]);
    expect(window.lines).toEqual(['é'.repeat(2_000), 'next']);
  });
});

describe('an overwritten terminal line', () => {
  const window = async (text: string, encoding: TextEncoding = 'utf-8') => {
    const bytes = encode(text, encoding);
    const index = indexOf(bytes);
    if (!index) throw new Error('not text');
    const source = sourceOf(bytes, index);
    return { ...(await readLines(source, { from: 1, to: 2_000 }, 'writing', true)), source };
  };
  const progress = Array.from({ length: 10_000 }, (_, at) => `${at + 1} of 10000`).join('\r');

  test.each([
    ['as it goes on', progress, '10000 of 10000'],
    ['finished', `${progress}\n`, '10000 of 10000'],
    ['finished with CRLF', `${progress}\r\n`, '10000 of 10000'],
    ['with its next drawing begun', `${progress}\r`, '10000 of 10000\r'],
    ['erased, before it is drawn again', `${progress}\r \u001b[2K\r\r`, '10000 of 10000\r \u001b[2K\r\r'],
    [
      'with a title after it',
      `${progress}\r\u001b]0;title\u0007\u001b(B`,
      '10000 of 10000\r\u001b]0;title\u0007\u001b(B',
    ],
    ['in colour', `${progress}\r\u001b[32mdone\u001b[0m\r\u001b[0m`, '\u001b[32mdone\u001b[0m\r\u001b[0m'],
  ])('shows its last state, and is not cut: %s', async (_name, text, last) => {
    for (const [before, after] of [
      ['', ''],
      ['before\n', text.endsWith('\n') ? 'after\n' : ''],
    ] as const) {
      const { lines, cut } = await window(before + text + after);
      expect(lines).toEqual([...(before ? ['before'] : []), last, ...(after ? ['after'] : [])]);
      expect(cut).toEqual([]);
    }
  });

  test('shows its last state in UTF-16 too', async () => {
    expect((await window(`${progress}\r\n`, 'utf-16le')).lines).toEqual(['10000 of 10000']);
  });

  test('shows at most 2,000 characters of its last state', async () => {
    const { lines, cut } = await window(`${progress}\r${'x'.repeat(2_500)}`);
    expect(lines).toEqual(['x'.repeat(2_000)]);
    expect(cut).toEqual([]);
  });

  test('is sent unchanged if it is short, and cut if nothing overwrote its end', async () => {
    expect((await window('1 %\r2 %\r3 %\n')).lines).toEqual(['1 %\r2 %\r3 %']);
    const long = `${progress}${'y'.repeat(9_000)}`;
    expect(await window(long)).toMatchObject({
      lines: [long.slice(0, 2_000)],
      cut: [{ line: 1, byteLength: long.length }],
    });
  });

  test('is cut like any other outside a terminal', async () => {
    const bytes = Buffer.from(progress);
    const index = indexOf(bytes);
    if (!index) throw new Error('not text');
    const { lines, cut } = await readLines(sourceOf(bytes, index), { from: 1, to: 1 }, 'complete');
    expect(lines).toEqual([progress.slice(0, 2_000)]);
    expect(cut).toEqual([{ line: 1, byteLength: bytes.length }]);
  });

  test.each(['\u001b]', '\u001b[', '\u001b[1', '\r', ' \r', '\u001b]a;\r', '\b', '\u001b[;'])(
    'is read in linear time, whatever it consists of (%j)',
    async (piece) => {
      await expectLinear(64_000, async (length) => {
        const line = `${'x'.repeat(2_000)}${piece.repeat(Math.ceil(length / piece.length))}\n`;
        await window(line.repeat(20));
      });
    },
  );

  test('reads a bounded number of bytes, for one of 20 MB and for 2,000 of them', async () => {
    const one = await window(`${progress}\r`.repeat(scaled(150, 30)));
    expect(one.lines).toEqual(['10000 of 10000\r']);
    const many = await window(`${progress}\n`.repeat(scaled(2_000, 200)));
    expect(many.lines.length).toBeGreaterThan(100);
    for (const { reads } of [one.source, many.source])
      expect(reads.reduce((sum, count) => sum + count, 0)).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('the index of an incomplete text', () => {
  test('equals the index of those bytes, whatever follows', async () => {
    await fc.assert(
      fc.property(text, sizesWorthwhile, fc.constantFrom(...encodings), (content, sizes, encoding) => {
        const bytes = encode(content, encoding);
        const indexer = createLineIndexer();
        for (let at = 0, piece = 0; at < bytes.length; piece += 1) {
          const end = Math.min(bytes.length, at + (sizes[piece % sizes.length] ?? 1));
          indexer.push(bytes.subarray(at, end));
          at = end;
          // Trying every byte with small chunks would take too long.
          if (piece % 40 === 0) expect(indexer.peek()).toEqual(indexOf(bytes.subarray(0, end)));
        }
        expect(indexer.finish()).toEqual(indexOf(bytes));
      }),
      { numRuns: scaled(50, 10) },
    );
  });

  test('counts as text even if it ends inside its first character', () => {
    const indexer = createLineIndexer();
    indexer.push(Buffer.from('日').subarray(0, 2));
    expect(indexer.peek()).toMatchObject({ encoding: 'utf-8', lineCount: 1, byteLength: 2 });
  });
});

describe('the parts of a long line', () => {
  test.each(encodings)('add up to the line, whatever its characters (%s)', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('a', 'é', '日', '👍', 'a👍日é'),
        fc.constantFrom('', 'a', 'ab', 'abc'),
        async (repeated, before) => {
          const content = before + repeated.repeat(Math.ceil(300_000 / repeated.length));
          const bytes = encode(`first\n${content}\r\nlast`, encoding);
          const index = indexOf(bytes);
          if (!index) throw new Error('not text');
          const source = sourceOf(bytes, index);
          let found = '';
          for (let from = 0; ; ) {
            const part = await readLinePart(source, 2, from);
            if (!part) throw new Error('no such line');
            expect(part).toMatchObject({
              line: 2,
              from,
              byteLength: encode(content, encoding).length - (encoding === 'utf-8' ? 0 : 2),
            });
            found += part.text;
            if (part.to === part.byteLength) break;
            expect(part.to).toBeGreaterThan(from);
            from = part.to;
          }
          expect(found === content).toBe(true);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('end at the end of the line', async () => {
    const bytes = Buffer.from('abc\ndef');
    const index = indexOf(bytes);
    if (!index) throw new Error('not text');
    const source = sourceOf(bytes, index);
    expect(await readLinePart(source, 1, 1)).toEqual({ text: 'bc', line: 1, from: 1, to: 3, byteLength: 3 });
    expect(await readLinePart(source, 1, 99)).toEqual({ text: '', line: 1, from: 3, to: 3, byteLength: 3 });
    expect(await readLinePart(source, 3, 0)).toBeNull();
  });
});

describe('text detection', () => {
  test.each([
    ['a NUL', [97, 0, 98]],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]],
    ['no UTF-8 and controls', Array.from({ length: 100 }, (_, at) => (at % 2 ? 0xff : at))],
  ])('rejects bytes with %s', (_name, values) => {
    expect(indexOf(Uint8Array.from(values))).toBeNull();
  });

  test('accepts an older encoding', () => {
    expect(indexOf(Buffer.from('Größe über Öl\r\nänderte\r\n', 'latin1'))).toMatchObject({
      encoding: 'utf-8',
      lineCount: 2,
    });
  });

  test('accepts all terminal output', () => {
    const indexer = createLineIndexer(sniffOf('terminal'));
    indexer.push(Uint8Array.from([0x89, 0x50, 0, 10, 0xff]));
    expect(indexer.finish()?.lineCount).toBe(2);
  });

  test('accepts a stray byte, and a character cut off after the first 64 KiB', () => {
    expect(indexOf(Buffer.concat([Buffer.alloc(50, 'a'), Buffer.from([0xff])]))?.encoding).toBe('utf-8');
    expect(indexOf(Buffer.from(`a${'日'.repeat(40_000)}`))?.lineCount).toBe(1);
  });
});
