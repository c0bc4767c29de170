import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTerminalCleaner } from '#lib/core/algorithms/terminal/terminal-cleaner.ts';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import { scaled } from '#tests/support/scaled.ts';

const esc = '\u001b';

function cleaned(pieces: readonly string[]): string {
  const cleaner = createTerminalCleaner();
  return [...pieces.map((piece) => cleaner.push(piece)), cleaner.finish()].join('');
}

/** The text split at these offsets. */
const piecesOf = (text: string, cuts: readonly number[]): string[] => {
  const positions = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  return positions.slice(1).map((end, index) => text.slice(positions[index], end));
};

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[esc, `${esc}[`, `${esc}]8;;`, `${esc}]`, `${esc}P`, `${esc}\\`, `${esc}(`, '\u009b', '\u009d'],
        ...[
          '\u0090',
          '\u009c',
          '\u0007',
          '\u0018',
          '\r',
          '\b',
          '\t',
          '\n',
          '\r\n',
          'm',
          'K',
          '2K',
          'G',
          '1;3',
        ],
        ...['😀', '\u0301', ' ', `${esc}[31m`, `${esc}[2K`, `${esc}[K`],
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));
const cuts = fc.array(fc.nat(), { maxLength: 12 });
/** Longer than the limit for keeping a line character by character. */
const filler = 'x'.repeat(70_000);

describe('streamed terminal output', () => {
  test('is cleaned the same as in one piece, wherever it is split', () => {
    fc.assert(
      fc.property(hostile, cuts, (text, at) => {
        expect(cleaned(piecesOf(text, at))).toBe(plainTerminalText(text));
      }),
      { numRuns: scaled(2_000, 300) },
    );
  });

  test('is cleaned the same in lines too long to be kept character by character', () => {
    fc.assert(
      fc.property(hostile, hostile, cuts, (before, after, at) => {
        const line = `${before}${filler}${after}`;
        const positionsText = at.map((cut) => before.length + filler.length + (cut % (after.length + 1)));
        expect(cleaned(piecesOf(line, positionsText))).toBe(plainTerminalText(line));
      }),
      { numRuns: scaled(500, 60) },
    );
  });

  test.each<[what: string, sequence: string]>([
    ['a clipboard', `${esc}]52;c;${'QUJD'.repeat(50_000)}\u0007`],
    ['an image', `${esc}P${'#0;2;0;0;0'.repeat(20_000)}${esc}\\`],
    ['a title that C1 ends', `\u009d2;${'t'.repeat(200_000)}\u009c`],
    ['a colour of very many parameters', `${esc}[${'1;'.repeat(100_000)}m`],
    ['blanks in a sequence', `${esc}[1${' '.repeat(200_000)}q`],
    ['a very long character set', `${esc}${'('.repeat(200_000)}B`],
  ])('drops a sequence that spans many chunks: %s', (_what, sequence) => {
    const text = `a${sequence}b\nc`;
    expect(cleaned([`a${sequence}`, 'b\nc'])).toBe('ab\nc');
    for (const length of [1_000, 65_536, 1_000_000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
        text.slice(at * length, (at + 1) * length),
      );
      expect(cleaned(pieces)).toBe('ab\nc');
    }
  });

  test('shows the last state of a progress line without newlines', () => {
    const step = (number: number) => `step ${number}`.padEnd(50);
    const pieces = Array.from({ length: 20_000 }, (_, number) => `\r${step(number)}`);
    expect(cleaned([...pieces, '\ndone'])).toBe(`${step(19_999)}\ndone`);
  });

  test('releases very long lines early, in whole characters; later drawing is appended', () => {
    const cleaner = createTerminalCleaner();
    const cleaned = ['x', ...Array.from({ length: 10 }, () => '😀'.repeat(32_768))].map((piece) =>
      cleaner.push(piece),
    );
    expect(cleaned.some((text) => text !== '')).toBe(true);
    for (const text of cleaned) expect(text.isWellFormed()).toBe(true);
    const remaining = cleaner.push('\rlast\n') + cleaner.finish();
    expect(remaining).toBe('last\n');
    expect(cleaned.join('')).toMatch(/^x(😀)+$/u);
  });
});
