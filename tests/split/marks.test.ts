import { expect, test } from 'vitest';
import { hasMark, holdsWord, mark, wordsOf } from '#lib/split/marks.ts';
import type { Evidence } from '#lib/split/summarizer.ts';

const evidence = (head: string, tail = head): Evidence => ({
  tool: 'run_pty_cmd',
  args: {},
  type: 'terminal',
  title: 'output',
  language: null,
  firstLine: 1,
  programs: [],
  head,
  tail,
});

test('a word is found wherever it stands, also of other scripts', () => {
  for (const text of ['undefined reference', 'an undefined reference', '✘ undefined reference ✘'])
    expect(holdsWord(evidence(text), wordsOf('undefined reference'))).toBe(true);
  expect(holdsWord(evidence('', 'at the end: ✘ [ERROR] '), wordsOf('✘ [ERROR]'))).toBe(true);
});

test('a word whose trigrams stand apart is not found', () => {
  expect(holdsWord(evidence('undefined is no reference'), wordsOf('undefined reference'))).toBe(false);
  expect(holdsWord(evidence(''), wordsOf('any'))).toBe(false);
});

test('a mark is looked for in the first and in the last of a result, where one of its words stands', () => {
  const marks = [mark(/^\d+ specs, /m, ' specs, '), mark(/^ok/m, 'not there')];
  expect(hasMark(evidence('begins', 'ran:\n12 specs, 0 failures'), marks)).toBe(true);
  expect(hasMark(evidence('of 12 specs, none', 'ends'), marks)).toBe(false);
  expect(hasMark(evidence('ok 1'), marks)).toBe(false);
});
