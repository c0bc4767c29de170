import { JsonPathError } from './json-path.ts';

/** A position in the text of a path, and the methods to read tokens from it. */
export interface PathReader {
  /** The next character after any blanks; empty at the end. */
  peek(): string;
  /** Consumes these characters if they come next after any blanks. */
  take(symbol: string): boolean;
  /** @throws JsonPathError if they do not come next */
  expect(symbol: string): void;
  takeInteger(): number | null;
  /** An integer that a number cannot hold is a `bigint`, as in the document. */
  takeNumber(): number | bigint | null;
  /** In single or double quotes. */
  takeString(): string | null;
  /** A name after a dot: any characters that are not syntax. */
  takeName(): string | null;
  isAtEnd(): boolean;
  fail(problem: string): never;
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export function createPathReader(text: string): PathReader {
  const state = openPathReader(text);
  return {
    peek() {
      skipBlanks(state);
      return state.text[state.offset] ?? '';
    },
    take: (symbol) => take(state, symbol),
    expect(symbol) {
      if (!take(state, symbol)) fail(state, `expected ${symbol}`);
    },
    takeInteger() {
      const found = takeMatch(state, /-?\d{1,15}(?![\d.])/y);
      return found === null ? null : Number(found);
    },
    takeNumber: () => takeNumber(state),
    takeString: () => takeString(state),
    takeName: () => takeMatch(state, /[^\s.,:;[\](){}?*@$'"<>=!&|\\]+/y),
    isAtEnd() {
      skipBlanks(state);
      return state.offset >= state.text.length;
    },
    fail: (problem) => fail(state, problem),
  };
}

const openPathReader = (text: string) => ({
  text,
  offset: 0,
});
type PathReaderState = ReturnType<typeof openPathReader>;

function skipBlanks(state: PathReaderState) {
  while (/\s/.test(state.text[state.offset] ?? '')) state.offset += 1;
}

function takeMatch(state: PathReaderState, expression: RegExp): string | null {
  skipBlanks(state);
  expression.lastIndex = state.offset;
  const found = expression.exec(state.text)?.[0] ?? null;
  state.offset += found?.length ?? 0;
  return found;
}

function fail(state: PathReaderState, problem: string): never {
  throw new JsonPathError(`The jsonPath is not understood at character ${state.offset + 1}: ${problem}`);
}

function take(state: PathReaderState, symbol: string): boolean {
  skipBlanks(state);
  const isThere = state.text.startsWith(symbol, state.offset);
  if (isThere) state.offset += symbol.length;
  return isThere;
}

function readEscape(state: PathReaderState): string {
  const escaped = state.text[state.offset + 1] ?? '';
  if (escaped !== 'u') {
    state.offset += 2;
    return escapes[escaped] ?? escaped;
  }
  const code = /[\da-f]{4}/iy;
  code.lastIndex = state.offset + 2;
  const digits = code.exec(state.text)?.[0] ?? fail(state, '\\u takes four digits');
  state.offset += 6;
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function takeNumber(state: PathReaderState): number | bigint | null {
  const found = takeMatch(state, /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (found === null) return null;
  const isLong = /^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found));
  return isLong ? BigInt(found) : Number(found);
}

function takeString(state: PathReaderState): string | null {
  skipBlanks(state);
  const quote = state.text[state.offset];
  if (quote !== '"' && quote !== "'") return null;
  state.offset += 1;
  let read = '';
  while (state.offset < state.text.length && state.text[state.offset] !== quote) {
    if (state.text[state.offset] === '\\') read += readEscape(state);
    else {
      read += state.text[state.offset];
      state.offset += 1;
    }
  }
  if (state.offset >= state.text.length) fail(state, 'a quote is not closed');
  state.offset += 1;
  return read;
}
