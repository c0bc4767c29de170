/**
 * Plain words are found many times faster than a pattern, those that begin with a rare letter above all: what has none of them
 * need not be tried against it.
 */
export const includesAny = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.includes(word));
