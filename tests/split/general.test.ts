import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { split } from '../../lib/split/split.ts';
import { fullResult, splitOptions, type TextChange } from '../support/full-result.ts';
import { expectTrueQuotes } from '../support/quotes.ts';

const viewOf = (text: string, change: TextChange = {}) =>
  split(fullResult(text, { summarizers: [], ...change }), splitOptions());
const linesOf = (text: string, change?: TextChange) => viewOf(text, change).text.split('\n');
const output = { type: 'terminal', title: './run' } as const;

const filler = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, at) => `step ${'abcdefghij'[(from + at) % 10]} of work ${from + at}\n`,
  ).join('');

describe('what no summarizer knows', () => {
  test('begins with how much there is, then the first lines, the last, and the count of the others', () => {
    const lines = linesOf(filler(0, 1_000));
    expect(lines[0]).toBe('notes.txt: 1,000 lines');
    expect(lines[1]).toBe(' 1\tstep a of work 0');
    expect(lines).toContain(' 1000\tstep j of work 999');
    expect(lines.at(-2)).toBe(`… ${1_000 - (lines.length - 3)} more lines`);
  });

  test('shows every line under its own number, in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 3_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (count, firstLine) => {
          const text = filler(0, count);
          const shown = linesOf(text, { subject: { firstLine } }).flatMap(
            (line) => /^ (\d+)\t(.*)$/.exec(line) ?? [],
          );
          const numbers = shown.filter((_, place) => place % 3 === 1).map(Number);
          expect(numbers.length).toBeGreaterThan(3);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          for (const [place, number] of numbers.entries()) {
            expect(shown[3 * place + 2]).toBe(text.split('\n')[number - firstLine]);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('finds the line in the middle that looks like a problem, and says how many there are', () => {
    const text = `${filler(0, 4_000)}cannot open store 17: access denied\ncannot open store 18: access denied\n${filler(4_000, 9_000)}`;
    const [first, ...lines] = linesOf(text, { ...output, outcome: 'exit 1', exitCode: 1 });
    expect(first).toBe('./run: exit 1, 2 lines look like problems, 9,002 lines');
    expect(lines).toContain(' 4001: cannot open store 17: access denied (×2)');
    expect(lines).toContain(' 9002: step j of work 8999');
  });

  test('takes no line of a file for a problem', () => {
    const source = Array.from(
      { length: 900 },
      (_, at) => `  if (!ok${at}) throw new Error('failed ${at}');\n`,
    ).join('');
    expect(viewOf(source).text).not.toMatch(/problem/);
    expect(viewOf(source, output).text).toMatch(/problem/);
  });

  test('says what repeats, and how often', () => {
    const text = Array.from({ length: 5_000 }, (_, at) => `GET /items/${at} 200\n`).join('');
    expect(linesOf(text, output)).toContain(' 5,000 × GET /items/0 200');
  });

  test('tells the figures of its tool instead of none', () => {
    const view = viewOf(filler(0, 900), { counts: '900 matches in 3 files', type: 'matches' });
    expect(view.text.split('\n', 1)[0]).toBe('notes.txt: 900 matches in 3 files, 900 lines');
  });

  test('says how much of a long line it leaves out', () => {
    expect(viewOf(`${'y'.repeat(5_000)}\n`.repeat(9)).text).toContain('… (+4,800 characters)');
  });

  test('cuts no character in half', () => {
    for (const before of [0, 1]) {
      expect(viewOf(`${'a'.repeat(before)}${'😀'.repeat(5_000)}`).text.isWellFormed()).toBe(true);
    }
  });

  test('quotes only what stands there', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constantFrom('error: x', '… 3 more lines', ' a  ', '\ttab'),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 60, maxLength: 400 }), (lines) => {
        const text = lines.join('\n').toWellFormed();
        expectTrueQuotes(viewOf(text, { ...output, fullTokens: 100_000 }), text);
      }),
      { numRuns: 60 },
    );
  });
});
