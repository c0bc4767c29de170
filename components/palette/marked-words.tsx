import { Fragment } from 'react';
import { foldCase } from '#lib/core/algorithms/text/fold-case.ts';

/** A text with every occurrence of some words marked. @param words in lower case */
export function MarkedWords({ text, words }: { text: string; words: readonly string[] }) {
  const pieces = divideByWords(text, words);
  return pieces.map(({ part, start, isWord }) =>
    isWord ? <mark key={start}>{part}</mark> : <Fragment key={start}>{part}</Fragment>,
  );
}

interface Piece {
  part: string;
  start: number;
  isWord: boolean;
}

/** Of words that overlap, the one that begins first is marked, and of those the longest. */
export function divideByWords(text: string, words: readonly string[]): Piece[] {
  const folded = foldCase(text);
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const pieces: Piece[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const word = longestFirst.find((one) => folded.startsWith(one, at));
    if (word === undefined) {
      at += 1;
      continue;
    }
    if (at > start) pieces.push({ part: text.slice(start, at), start, isWord: false });
    pieces.push({ part: text.slice(at, at + word.length), start: at, isWord: true });
    at += word.length;
    start = at;
  }
  if (start < text.length) pieces.push({ part: text.slice(start), start, isWord: false });
  return pieces;
}
