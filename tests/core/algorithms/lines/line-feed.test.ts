import { expect, test } from 'vitest';
import { createLineFeed } from '#lib/core/algorithms/lines/line-feed.ts';

const linesOf = (pieces: readonly string[], maxCharacters: number) => {
  const feed = createLineFeed(maxCharacters);
  return [...pieces.flatMap((piece) => feed.push(piece)), ...feed.finish()];
};

test('splits lines without their ends, wherever the chunks end', () => {
  const text = 'one\r\n\ntwo\rhalf\n\r\nlast';
  for (let at = 0; at <= text.length; at += 1) {
    expect(linesOf([text.slice(0, at), text.slice(at)], 100)).toEqual(['one', '', 'two\rhalf', '', 'last']);
  }
  expect(linesOf(['a\n'], 100)).toEqual(['a']);
  expect(linesOf([], 100)).toEqual([]);
});

test('cuts a long line to the same prefix for any chunks, without text from after the cut', () => {
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
