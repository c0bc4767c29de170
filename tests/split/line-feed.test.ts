import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTextLineFeed } from '#lib/split/line-feed.ts';
import { longestLine } from '#lib/split/summarizer.ts';

function linesOf(pieces: readonly string[], firstLine = 1) {
  const feed = createTextLineFeed(firstLine);
  const batches = [...pieces.map((piece) => feed.push(piece)), feed.finish()];
  return batches.flatMap(({ lines, from }) =>
    lines.map((line, index): [string, number] => [line, from + index]),
  );
}

describe('lines of a text that streams by', () => {
  test('are the same wherever it is cut', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '\n', '\r\n', ' ', '\u001b[31m'),
      maxLength: 200,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 8 }), (output, cuts) => {
        const positions = [0, ...cuts.toSorted((a, b) => a - b), output.length];
        const pieces = positions.slice(1).map((end, at) => output.slice(positions[at], end));
        expect(linesOf(pieces)).toEqual(linesOf([output]));
      }),
    );
  });

  test('have their numbers, no ends, and nothing only a terminal understands', () => {
    expect(linesOf(['a\r\n\u001b[1mb\u001b[0m\n\nc'], 41)).toEqual([
      ['a', 41],
      ['b', 42],
      ['', 43],
      ['c', 44],
    ]);
    expect(linesOf(['a\n'])).toEqual([['a', 1]]);
    expect(linesOf([''])).toEqual([]);
  });

  test('are cut where they are very long, whatever the pieces', () => {
    for (const pieces of [['x'.repeat(1_000_000)], Array.from({ length: 1_000 }, () => 'x'.repeat(1_000))]) {
      const [long, next, ...others] = linesOf([...pieces, '\nb']);
      expect(long?.[0]).toBe('x'.repeat(longestLine));
      expect(next).toEqual(['b', 2]);
      expect(others).toEqual([]);
    }
  });
});
