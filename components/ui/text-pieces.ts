/** Half the length at which Chromium's parser splits text into several nodes. */
const nodeCharacters = 32_768;

/** Splits a text between characters, into pieces of at most `maxCharacters` UTF-16 units. */
export function splitAtPieces(text: string, maxCharacters: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > maxCharacters) {
    const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(start + maxCharacters - 1));
    const end = start + maxCharacters - (isInPair ? 1 : 0);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}

/**
 * Splits text into pieces that a browser parses as one node each. React looks for the nodes that it wrote: it
 * would not find longer ones, and would render them again.
 */
export const textNodes = (text: string): string[] => splitAtPieces(text, nodeCharacters);
