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
  let offset = 0;
  const skipBlanks = () => {
    while (/\s/.test(text[offset] ?? '')) offset += 1;
  };
  const takeMatch = (expression: RegExp): string | null => {
    skipBlanks();
    expression.lastIndex = offset;
    const found = expression.exec(text)?.[0] ?? null;
    offset += found?.length ?? 0;
    return found;
  };
  const fail = (problem: string): never => {
    throw new JsonPathError(`The jsonPath is not understood at character ${offset + 1}: ${problem}`);
  };
  const take = (symbol: string): boolean => {
    skipBlanks();
    const isThere = text.startsWith(symbol, offset);
    if (isThere) offset += symbol.length;
    return isThere;
  };
  const readEscape = (): string => {
    const escaped = text[offset + 1] ?? '';
    if (escaped !== 'u') {
      offset += 2;
      return escapes[escaped] ?? escaped;
    }
    const code = /[\da-f]{4}/iy;
    code.lastIndex = offset + 2;
    const digits = code.exec(text)?.[0] ?? fail('\\u takes four digits');
    offset += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  };
  return {
    peek() {
      skipBlanks();
      return text[offset] ?? '';
    },
    take,
    expect(symbol) {
      if (!take(symbol)) fail(`expected ${symbol}`);
    },
    takeInteger() {
      const found = takeMatch(/-?\d{1,15}(?![\d.])/y);
      return found === null ? null : Number(found);
    },
    takeNumber() {
      const found = takeMatch(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
      if (found === null) return null;
      const isLong = /^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found));
      return isLong ? BigInt(found) : Number(found);
    },
    takeString() {
      skipBlanks();
      const quote = text[offset];
      if (quote !== '"' && quote !== "'") return null;
      offset += 1;
      let read = '';
      while (offset < text.length && text[offset] !== quote) {
        if (text[offset] === '\\') read += readEscape();
        else {
          read += text[offset];
          offset += 1;
        }
      }
      if (offset >= text.length) fail('a quote is not closed');
      offset += 1;
      return read;
    },
    takeName: () => takeMatch(/[^\s.,:;[\](){}?*@$'"<>=!&|\\]+/y),
    isAtEnd() {
      skipBlanks();
      return offset >= text.length;
    },
    fail,
  };
}
