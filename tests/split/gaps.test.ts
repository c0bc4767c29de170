import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { split } from '../../lib/split/split.ts';
import { loadTokenizer } from '../../lib/split/tokenizer.ts';
import { fullResult, splitOptions } from '../support/full-result.ts';

const { count } = await loadTokenizer();
const gap = /^… ([\d,]+) lines? not shown …$/;

/** Lines shown and lines told to be missing, of a view of numbered lines. */
function tally(text: string) {
  const lines = text.split('\n').slice(1, -1);
  const gaps = lines.flatMap((line) => gap.exec(line)?.[1] ?? []);
  const missing = gaps.reduce((sum, number) => sum + Number(number.replaceAll(',', '')), 0);
  const numbers = lines.filter((line) => !gap.test(line)).map((line) => Number(line.split('\t', 1)[0]));
  return { missing, numbers };
}

const numbered = (lines: number, width: number) =>
  Array.from({ length: lines }, (_, at) => `${at}:${'x'.repeat((at * 7) % (width + 1))}\n`).join('');

describe('a summary', () => {
  test('shows or counts every line, at any place and size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000 }),
        fc.nat(300),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom('minimal', 'balanced', 'conservative'),
        (lines, width, firstLine, level) => {
          const full = fullResult(numbered(lines, width), { firstLine });
          const view = split(full, splitOptions({ level }));
          if (view.relation === 'equal') return;
          const { missing, numbers } = tally(view.text);
          expect(numbers.length + missing).toBe(lines);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          expect(new Set(numbers).size).toBe(numbers.length);
          expect(numbers.every((number) => number >= firstLine && number < firstLine + lines)).toBe(true);
          expect(numbers).toHaveLength(view.shown.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('shows each line under its own number', () => {
    const lines = numbered(1_000, 0).split('\n');
    const view = split(fullResult(lines.join('\n'), { firstLine: 41 }), splitOptions());
    const shown = view.text.split('\n').filter((line) => /^\d+\t/.test(line));
    expect(shown.length).toBeGreaterThan(20);
    for (const line of shown) {
      const [number, text] = line.split('\t');
      expect(text).toBe(lines[Number(number) - 41]);
    }
  });

  test('begins with what there is, then the first lines, and ends with the last', () => {
    const view = split(fullResult(numbered(1_000, 0)), splitOptions());
    const lines = view.text.split('\n');
    expect(lines[0]).toBe('notes.txt: 1,000 lines');
    expect(lines[1]).toBe('1\t0:');
    expect(lines.at(-2)).toBe('1000\t999:');
    const { numbers } = tally(view.text);
    const head = numbers.filter((number) => number < 500).length;
    expect(head / (numbers.length - head)).toBeGreaterThan(1.5);
    expect(count(view.text)).toBeGreaterThan(350);
  });

  test('tells the figures of its tool instead of the lines, where it has any', () => {
    const view = split(fullResult(numbered(900, 9), { counts: '900 matches in 3 files' }), splitOptions());
    expect(view.text.split('\n', 1)[0]).toBe('notes.txt: 900 matches in 3 files');
  });

  test('counts every line of a text too long to hold', () => {
    for (const width of [20, 900, 70_000, 900_000]) {
      const lines = Math.ceil(5_000_000 / width);
      const full = fullResult(`${'y'.repeat(width - 1)}\n`.repeat(lines), { fullTokens: 1_000_000 });
      expect(full.whole).toBeNull();
      const { missing, numbers } = tally(split(full, splitOptions()).text);
      expect(numbers.length + missing, String(width)).toBe(lines);
      expect(numbers[0]).toBe(1);
    }
  });

  test('says how much of a long line it leaves out, and that one goes on where that is not known', () => {
    const held = split(fullResult(`${'y'.repeat(100_000)}\n`.repeat(2)), splitOptions());
    expect(held.text).toContain('… (99,760 more characters)');
    const long = split(fullResult('y'.repeat(5_000_000), { fullTokens: 900_000 }), splitOptions());
    expect(long.text).toContain('… (line goes on)');
  });

  test('cuts no character in half', () => {
    for (const before of [0, 1])
      expect(
        split(fullResult(`${'a'.repeat(before)}${'😀'.repeat(5_000)}`), splitOptions()).text.isWellFormed(),
      ).toBe(true);
  });
});
