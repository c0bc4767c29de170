/** Half of where Chromium's parser cuts: it makes several nodes of longer text. */
const pieceCharacters = 32_768;

/**
 * Text in pieces that a browser reads from a page as one node each. React looks for the nodes that it wrote: longer ones it would not
 * find again, and render anew.
 */
export function textPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + pieceCharacters;
    const isInPair = /[\ud800-\udbff]/.test(text[to - 1] ?? '') && to < text.length;
    pieces.push(text.slice(from, isInPair ? to - 1 : to));
    from = isInPair ? to - 1 : to;
  }
  return pieces;
}
