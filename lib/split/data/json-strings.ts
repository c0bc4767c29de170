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
  const state = openJsonStrings(sink, give);
  return {
    begin: (block, from, quoteMark, asKey) => begin(state, block, from, quoteMark, asKey),
    goOn: (block, from) => goOn(state, block, from),
    get isOpen() {
      return state.isOpen;
    },
  };
}

const openJsonStrings = (
  sink: ValueSink,
  give: (raw: string, characters: number, asKey: boolean) => void,
) => ({
  sink,
  give,
  mark: '"',
  isKey: false,
  isOpen: false,
  buffered: '',
  length: 0,
  isEscaped: false,
  hasPieces: false,
  /** The start of an escape that the block cut. */
  pending: '',
});
type JsonStringsState = ReturnType<typeof openJsonStrings>;

function hold(state: JsonStringsState, block: string, from: number, to: number) {
  if (state.buffered.length < maxCharacters)
    state.buffered += block.slice(from, Math.min(to, from + maxCharacters - state.buffered.length));
  state.length += to - from;
  if (!state.hasPieces) return;
  const raw = state.pending + block.slice(from, to);
  const end = wholeEscapesEnd(raw);
  state.pending = raw.slice(end);
  state.sink.piece?.(decodeJsonText(raw.slice(0, end)));
}

function end(state: JsonStringsState) {
  state.isOpen = false;
  if (state.hasPieces && state.pending !== '') state.sink.piece?.(decodeJsonText(state.pending));
  state.pending = '';
  state.give(state.buffered, state.length, state.isKey);
}

function goOn(state: JsonStringsState, block: string, from: number): number {
  let search = from;
  if (state.isEscaped) search += 1;
  state.isEscaped = false;
  for (;;) {
    const quote = block.indexOf(state.mark, search);
    const to = quote === -1 ? block.length : quote;
    let start = to;
    while (start > search && block.charCodeAt(start - 1) === backslash) start -= 1;
    const isOdd = (to - start) % 2 === 1;
    if (quote === -1) {
      state.isEscaped = isOdd;
      hold(state, block, from, to);
      return to;
    }
    if (!isOdd) {
      hold(state, block, from, to);
      end(state);
      return to + 1;
    }
    search = quote + 1;
  }
}

function begin(
  state: JsonStringsState,
  block: string,
  from: number,
  quoteMark: number,
  asKey: boolean,
): number {
  state.mark = quoteMark === 39 ? "'" : '"';
  state.hasPieces = !asKey && state.sink.wantsPieces?.() === true;
  const quote = block.indexOf(state.mark, from);
  // Nearly all strings end within the block and contain no escaped quote: they are taken at once.
  if (quote !== -1 && block.charCodeAt(quote - 1) !== backslash) {
    if (state.hasPieces) state.sink.piece?.(decodeJsonText(block.slice(from, quote)));
    state.give(block.slice(from, Math.min(quote, from + maxCharacters)), quote - from, asKey);
    return quote + 1;
  }
  state.isOpen = true;
  state.isKey = asKey;
  state.buffered = '';
  state.length = 0;
  return goOn(state, block, from);
}
