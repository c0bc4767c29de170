import { findAny } from './find-any.ts';

/**
 * Finds all occurrences of several words in a text in any letter case, in text order.
 * @param words in lower-case ASCII
 */
export function findAnySpelling(
  words: readonly string[],
): (text: string) => { start: number; needle: string }[] {
  const find = findAny(words);
  return (text) => find(lowerCase(text));
}

/** Lower-cases a text without changing its length: a few letters have a longer lower-case form. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
