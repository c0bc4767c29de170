import { cutText } from '../core/algorithms/text/cut-text.ts';

/** The tokenizer that every figure is counted with; named beside the figures. */
export const tokenizerName = 'o200k_base';

const pieceCharacters = 1_000;
const rememberedPieces = 1_000;

export interface Tokenizer {
  /**
   * Counts the tokens of a text. Linear in its length whatever it contains; special tokens count as ordinary
   * text.
   */
  count(text: string): number;
}

let loaded: Promise<Tokenizer> | undefined;

/** Loads the token table on first use, which takes a tenth of a second and tens of megabytes. */
export function loadTokenizer(): Promise<Tokenizer> {
  loaded ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    const noneSpecial = { disallowedSpecial: new Set<string>() };
    return { count: (text) => countInPieces(text, (piece) => countTokens(piece, noneSpecial)) };
  });
  return loaded;
}

/**
 * Counts text in pieces of at most 1,000 characters, cut at line ends where there are any. The tokenizer's
 * time grows with the square of a run without a word break (8 s for 80,000 equal characters; 1.7 s for 20,000
 * Chinese ones in pieces of 4,000, 0.3 s in these), so no piece may be long. Repeated pieces of a text are
 * counted once.
 */
function countInPieces(text: string, countPiece: (piece: string) => number): number {
  const known = new Map<string, number>();
  let tokens = 0;
  for (const piece of tokenizerPieces(text)) {
    const count = known.get(piece) ?? countPiece(piece);
    tokens += count;
    if (known.size < rememberedPieces) known.set(piece, count);
  }
  return tokens;
}

/** The pieces a text is counted in. Any prefix of it has the same pieces, except for the last. */
export function* tokenizerPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const limit = start + pieceCharacters;
    const lineEnd = limit < text.length ? text.lastIndexOf('\n', limit - 1) + 1 : text.length;
    const end = lineEnd > start ? lineEnd : start + cutText(text.slice(start, limit), pieceCharacters).length;
    yield text.slice(start, end);
    start = end;
  }
}
