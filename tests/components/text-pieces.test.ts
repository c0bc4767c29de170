import { expect, test } from 'vitest';
import { textNodes } from '#components/ui/text-pieces.ts';

/** Chromium splits text of a page at this length. */
const parserCharacters = 65_536;

test.each([
  ['short', 'a word'],
  ['long', 'x'.repeat(200_000)],
  ['of characters that take two', `a${'😀'.repeat(100_000)}`],
  ['none', ''],
])('text that is %s is preserved, in pieces that a parser does not split', (_, text) => {
  const pieces = textNodes(text);
  expect(pieces.join('')).toBe(text);
  expect(pieces.every((piece) => piece.length < parserCharacters && piece.isWellFormed())).toBe(true);
});
