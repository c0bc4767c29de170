/** A run of this many letters may be a token that happens to have no digit. */
const lettersCharacters = 37;

const other = 1;
const digit = 2;

/** Characters that separate values are 0: blanks, quotes, brackets, commas and similar. */
const runKinds = new Uint8Array(256).fill(other, 33, 127);
for (const character of '"\'`()[]{}<>,;|&\\') runKinds[character.charCodeAt(0)] = 0;
for (const character of '0123456789') runKinds[character.charCodeAt(0)] = digit;

/**
 * The characters of a text as bytes, for a fast scan: ASCII characters keep their code, any other may look
 * like one of them.
 */
export const quickCharacters = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/**
 * Reports every run of characters that is long enough to contain a secret and has a digit or is very long.
 * Checks one character in so many and looks around it only where it may be part of such a run, so most of the
 * text is never read.
 */
export function visitLongRuns(
  characters: Uint8Array,
  minCharacters: number,
  visit: (start: number, end: number) => void,
): void {
  const { length } = characters;
  let behind = 0;
  let at = minCharacters - 1;
  while (at < length) {
    let kinds = 0;
    let end = at;
    for (let kind = 1; end < length; end += 1) {
      kind = runKinds[characters[end] ?? 0] ?? 0;
      if (kind === 0) break;
      kinds |= kind;
    }
    let start = at;
    for (let kind = 1; end > at && start > behind; start -= 1) {
      kind = runKinds[characters[start - 1] ?? 0] ?? 0;
      if (kind === 0) break;
      kinds |= kind;
    }
    if (end - start >= (kinds >= digit ? minCharacters : lettersCharacters)) visit(start, end);
    behind = end + 1;
    at = end + minCharacters;
  }
}
