/** Offset after whitespace and comments. `onComment` is called with the offset of each comment. */
export function blanksEnd(text: string, start: number, onComment: (at: number) => void): number {
  let offset = start;
  for (;;) {
    const code = text.charCodeAt(offset);
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) offset += 1;
    else if (code === 0x2f && isComment(text.charCodeAt(offset + 1))) {
      onComment(offset);
      offset = commentEnd(text, offset);
    } else return offset;
  }
}

const isComment = (code: number): boolean => code === 0x2f || code === 0x2a;

function commentEnd(text: string, start: number): number {
  const mark = text[start + 1] === '*' ? '*/' : '\n';
  const end = text.indexOf(mark, start + 2);
  return end === -1 ? text.length : end + mark.length;
}

/** Offset after letters, digits and the signs of numbers. */
export function jsonWordEnd(text: string, start: number): number {
  let offset = start;
  while (isWordCode(text.charCodeAt(offset))) offset += 1;
  return offset;
}

const isWordCode = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  code === 0x2b ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x5f;

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const literal = /^(?:true|false|null)$/;
/** Literals that programs print although JSON does not allow them. */
const looseLiteral = /^(?:NaN|-?Infinity)$/;

/** `null`: it is not a value. */
export function kindOfWord(word: string): 'number' | 'literal' | 'loose' | null {
  if (number.test(word)) return 'number';
  if (literal.test(word)) return 'literal';
  return looseLiteral.test(word) ? 'loose' : null;
}

/** The character at an offset, named for an error message. */
export const namedAt = (text: string, index: number): string =>
  index >= text.length ? 'the end' : String.fromCodePoint(text.codePointAt(index) ?? 0xfffd);
