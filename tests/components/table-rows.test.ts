import { expect, test } from 'vitest';
import { sortedRows, toTsv } from '#components/chat/prose/table-rows.ts';

const up = { column: 0, isDescending: false };
const sorted = (cells: string[], sort = up) =>
  sortedRows(
    cells.map((cell) => [cell]),
    sort,
  ).map((index) => cells[index]);

test('figures are sorted as figures, with or without their units', () => {
  expect(sorted(['10', '9', '1,000', '-2'])).toEqual(['-2', '9', '10', '1,000']);
  expect(sorted(['$3.50', '$12', '$0.25'])).toEqual(['$0.25', '$3.50', '$12']);
  expect(sorted(['12%', '9%', '100%'], { ...up, isDescending: true })).toEqual(['100%', '12%', '9%']);
});

test('words are sorted as words, with the numbers in them as numbers', () => {
  expect(sorted(['b', 'A', 'a10', 'a9'])).toEqual(['A', 'a9', 'a10', 'b']);
});

test('what is empty comes last, in both directions, and equal rows keep their order', () => {
  expect(sorted(['', '2', '1'])).toEqual(['1', '2', '']);
  expect(sorted(['', '2', '1'], { ...up, isDescending: true })).toEqual(['2', '1', '']);
  expect(sortedRows([['x'], ['x'], ['x']], up)).toEqual([0, 1, 2]);
  expect(sortedRows([['b'], ['a']], null)).toEqual([0, 1]);
});

test('a copy has a line for each row, and a tab between cells', () => {
  expect(
    toTsv([
      ['a', 'b'],
      ['1\n2', ' x\ty '],
    ]),
  ).toBe('a\tb\n1 2\tx y');
});

test('units of one kind are compared by what they are', () => {
  expect(sorted(['500 KB', '2 MB', '10 B'])).toEqual(['10 B', '500 KB', '2 MB']);
  expect(sorted(['900 ms', '1.2 s', '2 min'])).toEqual(['900 ms', '1.2 s', '2 min']);
  expect(sorted(['1.5k', '900', '2M'])).toEqual(['900', '1.5k', '2M']);
  expect(sorted(['1', '−5', '.5', '-$5'])).toEqual(['−5', '-$5', '.5', '1']);
  // Of different kinds they are words.
  expect(sorted(['2 kg', '1 m'])).toEqual(['1 m', '2 kg']);
});

test('a copied cell that would be computed is text', () => {
  expect(toTsv([['=IMPORTXML("x")', '-5', '@x']])).toBe('\'=IMPORTXML("x")\t-5\t\'@x');
});
