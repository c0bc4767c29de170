const [quote, backslash, letterU] = [0x22, 0x5c, 0x75];
const named: Readonly<Record<number, number>> = { 98: 8, 102: 12, 110: 10, 114: 13, 116: 9 };
const replacement = [0xef, 0xbf, 0xbd];

export interface JsonUnescaper {
  /**
   * Writes the text of what is between the quotes of a JSON string.
   * @param from where the bytes of the string go on
   * @param into at least as long as `bytes`, plus a few
   * @returns where its closing quote is, or the end of `bytes`; and how many bytes were written
   */
  push(bytes: Uint8Array, from: number, into: Uint8Array): { end: number; written: number };
}

/** What is left over when a piece ends within an escape sequence. */
export const unescapedMargin = 8;

/** Turns the bytes of one JSON string into those of its text, in pieces. Halves of characters become U+FFFD. */
export function createJsonUnescaper(): JsonUnescaper {
  /** -1: not in an escape sequence; 0: after the backslash; 1 to 4: digits that are still to come. */
  let open = -1;
  let unit = 0;
  let high = 0;
  return {
    push(bytes, from, into) {
      let at = from;
      let to = 0;
      const flushHigh = () => {
        for (const byte of high === 0 ? [] : replacement) into[to++] = byte;
        high = 0;
      };
      for (; at < bytes.length; at += 1) {
        const byte = bytes[at] as number;
        if (open === -1) {
          if (byte === backslash) open = 0;
          else if (byte === quote) break;
          else {
            if (high !== 0) flushHigh();
            into[to++] = byte;
          }
        } else if (open === 0) {
          open = byte === letterU ? 4 : -1;
          unit = 0;
          if (byte === letterU) continue;
          flushHigh();
          into[to++] = named[byte] ?? byte;
        } else {
          unit = unit * 16 + digitOf(byte);
          open -= 1;
          if (open > 0) continue;
          open = -1;
          const isLow = unit >= 0xdc00 && unit < 0xe000;
          if (high !== 0 && isLow) {
            to = writeCharacter(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00), into, to);
            high = 0;
          } else {
            flushHigh();
            if (unit >= 0xd800 && unit < 0xdc00) high = unit;
            else to = writeCharacter(isLow ? 0xfffd : unit, into, to);
          }
        }
      }
      if (at < bytes.length) flushHigh();
      return { end: at, written: to };
    },
  };
}

/** `0` to `9`, `a` to `f` or `A` to `F`; what is none of them is no JSON, and gives some character. */
const digitOf = (byte: number): number => (byte & 0xf) + (byte > 0x40 ? 9 : 0);

/** In UTF-8. Returns where the next one goes. */
function writeCharacter(code: number, into: Uint8Array, at: number): number {
  const isAscii = code < 0x80;
  const continued = isAscii ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  into[at] = isAscii ? code : (leads[continued] ?? 0) | (code >> (6 * continued));
  for (let byte = 1; byte <= continued; byte += 1) {
    into[at + byte] = 0x80 | ((code >> (6 * (continued - byte))) & 0x3f);
  }
  return at + 1 + continued;
}

/** First byte of a character, by how many follow it. */
const leads = [0, 0xc0, 0xe0, 0xf0] as const;
