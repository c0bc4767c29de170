import { expect, test } from 'vitest';
import { matchPositions } from '#lib/workspace/match-positions.ts';
import type { TextPattern } from '#lib/workspace/search-text.ts';

const literal = (text: string): TextPattern => ({
  readAs: 'literal',
  arguments: ['--fixed-strings', '-e', text],
});
const offsetsIn = (text: string, pattern: TextPattern, lines: number[]) => {
  const open = async function* () {
    yield Buffer.from(text);
  };
  return matchPositions(open, pattern, new Set(lines), new AbortController().signal);
};

test('the matches within a line are located by their position in the text', async () => {
  const text = `short\nab needle ab NEEDLE\nneedle\n${'x'.repeat(5_000)}needle`;
  expect(await offsetsIn(text, literal('needle'), [2, 4])).toEqual(
    new Map([
      [2, { offsets: [9, 19], count: 2, isMore: false }],
      [4, { offsets: [text.lastIndexOf('needle')], count: 1, isMore: false }],
    ]),
  );
});

test('of very many matches the first are reported, and that there are more', async () => {
  const found = await offsetsIn('ab'.repeat(300_000), literal('a'), [1]);
  expect(found.get(1)).toMatchObject({ count: 200_000, isMore: true });
  expect(found.get(1)?.offsets).toHaveLength(1_000);
});

test('a long match is one place', async () => {
  const pattern: TextPattern = { readAs: 'expression', arguments: ['-e', 'a.*'] };
  expect(await offsetsIn(`xa${'b'.repeat(100_000)}`, pattern, [1])).toEqual(
    new Map([[1, { offsets: [1], count: 1, isMore: false }]]),
  );
});
