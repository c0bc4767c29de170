/** Half of where Chromium's parser cuts: it makes several nodes of longer text. */
const nodeCharacters = 32_768;

/** Cuts a text between characters, into pieces of at most so many UTF-16 units. */
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
 * Text in pieces that a browser reads from a page as one node each. React looks for the nodes that it wrote: longer ones it would not
 * find again, and render anew.
 */
export const textNodes = (text: string): string[] => splitAtPieces(text, nodeCharacters);
