import { findAny } from './find-any.ts';

/**
 * Where any of some words stands in a text, in capitals or not, in the order of the text.
 * @param words in small ASCII letters
 */
export function findAnySpelling(
  words: readonly string[],
): (text: string) => { start: number; needle: string }[] {
  const find = findAny(words);
  return (text) => find(lowerCase(text));
}

/** In small letters, and as long as it was: a few letters have a small one that is longer. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
