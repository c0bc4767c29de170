import { describe, expect, test } from 'vitest';
import { type DrawnText, pageLines } from '#lib/workspace/pdf/page-lines.ts';

const drawn = (str: string, change: Partial<DrawnText> & { size?: number } = {}): DrawnText => {
  const { size = 10, ...rest } = change;
  return { str, transform: [size, 0, 0, size, 0, 0], width: str.length * 5, hasEOL: false, ...rest };
};
const texts = (pieces: readonly DrawnText[]) => pageLines(pieces).map(({ text }) => text);

describe('the lines of a page', () => {
  test('end where the page ends them, and are as large as their largest piece', () => {
    const lines = pageLines([
      drawn('Pumps ', { size: 18 }),
      drawn('(new)', { hasEOL: true }),
      drawn('Open it.'),
    ]);
    expect(lines).toEqual([
      { text: 'Pumps (new)', fontSize: 18, length: 10 },
      { text: 'Open it.', fontSize: 10, length: 7 },
    ]);
  });

  test('keep the columns of a table apart, and words together', () => {
    expect(
      texts([drawn('valve'), drawn(' ', { width: 40 }), drawn('12'), drawn(' ', { width: 3 }), drawn('mm')]),
    ).toEqual(['valve   12 mm']);
  });

  test('of a table of contents have no rows of dots', () => {
    expect(texts([drawn('2.1 Naming . . . . . . . . . 12')])).toEqual(['2.1 Naming … 12']);
    expect(texts([drawn('Wait ...')])).toEqual(['Wait ...']);
  });

  test('are lines, whatever characters the page draws', () => {
    expect(texts([drawn('one\ntwo\u2028three\f', { hasEOL: true })])).toEqual(['one two three']);
  });

  test('of turned text have the size of the font', () => {
    const [line] = pageLines([drawn('up', { transform: [0, 12, -12, 0, 0, 0] })]);
    expect(line?.fontSize).toBe(12);
  });
});
