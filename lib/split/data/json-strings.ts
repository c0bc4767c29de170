import { decodeJsonText, wholeEscapesEnd } from './decode-json-text.ts';
import type { ValueSink } from './value-sink.ts';

export interface JsonStrings {
  /**
   * @param from offset after the opening quote
   * @param quoteMark the quote character
   * @returns the offset at which to continue
   */
  begin(block: string, from: number, quoteMark: number, asKey: boolean): number;
  /** Like `begin`, for a string still open from the previous block. */
  goOn(block: string, from: number): number;
  readonly isOpen: boolean;
}

const maxCharacters = 300;
const backslash = 92;

/**
 * Reads the strings of JSON in blocks that are cut anywhere.
 * @param give receives the buffered start of a finished string, undecoded, and its full length
 */
export function createJsonStrings(
  sink: ValueSink,
  give: (raw: string, characters: number, asKey: boolean) => void,
): JsonStrings {
  let mark = '"';
  let isKey = false;
  let isOpen = false;
  let buffered = '';
  let length = 0;
  let isEscaped = false;
  let hasPieces = false;
  /** The start of an escape that the block cut. */
  let pending = '';

  const hold = (block: string, from: number, to: number) => {
    if (buffered.length < maxCharacters)
      buffered += block.slice(from, Math.min(to, from + maxCharacters - buffered.length));
    length += to - from;
    if (!hasPieces) return;
    const raw = pending + block.slice(from, to);
    const end = wholeEscapesEnd(raw);
    pending = raw.slice(end);
    sink.piece?.(decodeJsonText(raw.slice(0, end)));
  };
  const end = () => {
    isOpen = false;
    if (hasPieces && pending !== '') sink.piece?.(decodeJsonText(pending));
    pending = '';
    give(buffered, length, isKey);
  };
  const goOn = (block: string, from: number): number => {
    let search = from;
    if (isEscaped) search += 1;
    isEscaped = false;
    for (;;) {
      const quote = block.indexOf(mark, search);
      const to = quote === -1 ? block.length : quote;
      let start = to;
      while (start > search && block.charCodeAt(start - 1) === backslash) start -= 1;
      const isOdd = (to - start) % 2 === 1;
      if (quote === -1) {
        isEscaped = isOdd;
        hold(block, from, to);
        return to;
      }
      if (!isOdd) {
        hold(block, from, to);
        end();
        return to + 1;
      }
      search = quote + 1;
    }
  };
  return {
    begin(block, from, quoteMark, asKey) {
      mark = quoteMark === 39 ? "'" : '"';
      hasPieces = !asKey && sink.wantsPieces?.() === true;
      const quote = block.indexOf(mark, from);
      // Nearly all strings end within the block and contain no escaped quote: they are taken at once.
      if (quote !== -1 && block.charCodeAt(quote - 1) !== backslash) {
        if (hasPieces) sink.piece?.(decodeJsonText(block.slice(from, quote)));
        give(block.slice(from, Math.min(quote, from + maxCharacters)), quote - from, asKey);
        return quote + 1;
      }
      isOpen = true;
      isKey = asKey;
      buffered = '';
      length = 0;
      return goOn(block, from);
    },
    goOn,
    get isOpen() {
      return isOpen;
    },
  };
}
