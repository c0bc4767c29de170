import { foldCase } from '#lib/core/algorithms/text/fold-case.ts';

/** What a word follows where it is the start of one, not a part. */
const isWordStart = (text: string, index: number): boolean =>
  index === 0 || !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '');

/**
 * How well a text matches, 0 best: its words together at the start of a word; each at the start of one; parts
 * of words. Among equals the order stays, which is the latest first; how often people look at something does
 * not count.
 * @param words as `searchWords` gives them
 */
export function rankOf(text: string, words: readonly string[]): 0 | 1 | 2 {
  const folded = foldCase(text);
  if (startsAWord(folded, words.join(' '))) return 0;
  return words.every((word) => startsAWord(folded, word)) ? 1 : 2;
}

function startsAWord(text: string, part: string): boolean {
  for (let index = text.indexOf(part); index !== -1; index = text.indexOf(part, index + 1)) {
    if (isWordStart(text, index)) return true;
  }
  return false;
}
