import { expect, test } from 'vitest';
import { createLineFeed } from '../../lib/core/line-feed.ts';

const linesOf = (pieces: readonly string[], maxCharacters: number) => {
  const feed = createLineFeed(maxCharacters);
  return [...pieces.flatMap((piece) => feed.push(piece)), ...feed.finish()];
};

test('lines come without their ends, wherever the pieces of the text end', () => {
  const text = 'one\r\n\ntwo\rhalf\n\r\nlast';
  for (let at = 0; at <= text.length; at += 1) {
    expect(linesOf([text.slice(0, at), text.slice(at)], 100)).toEqual(['one', '', 'two\rhalf', '', 'last']);
  }
  expect(linesOf(['a\n'], 100)).toEqual(['a']);
  expect(linesOf([], 100)).toEqual([]);
});

test('of a long line its start comes, the same however it was cut, and nothing from behind a gap', () => {
  const text = 'abcdefgh\nnext\n';
  for (let at = 0; at <= text.length; at += 1) {
    for (let then = at; then <= text.length; then += 1) {
      const pieces = [text.slice(0, at), text.slice(at, then), text.slice(then)];
      expect(linesOf(pieces, 4)).toEqual(['abcd', 'next']);
    }
  }
  expect(linesOf(['abcd\r\nabcd\rx\nabc\rd\n'], 4)).toEqual(['abcd', 'abcd', 'abc\r']);
  expect(linesOf(['abc😀\n', 'ab😀\n'], 4)).toEqual(['abc', 'ab😀']);
});
