/** What the sequence at a control character requests, and where the text after it begins. */
export type TerminalSequence = { end: number } & (
  | { kind: 'return' | 'back' | 'eraseToEnd' | 'eraseAll' | 'dropped' }
  | { kind: 'shown'; text: string }
  | { kind: 'style'; parameters: string }
  | { kind: 'link'; link: string | null }
);

const escapeCode = 0x1b;
/** The character after ESC, and the single C1 character that means the same. */
const controlSequence = { letter: 0x5b, single: 0x9b };
const systemCommand = { letter: 0x5d, single: 0x9d };
/** DCS, SOS, PM, APC: text for the terminal until its end. */
const stringLetters = new Set([0x50, 0x58, 0x5e, 0x5f]);
const stringSingles = new Set([0x90, 0x98, 0x9e, 0x9f]);

export function readSequence(line: string, at: number): TerminalSequence {
  const code = line.charCodeAt(at);
  if (code === 0x0d) return { kind: 'return', end: at + 1 };
  if (code === 0x08) return { kind: 'back', end: at + 1 };
  if (code === controlSequence.single) return readControlSequence(line, at + 1);
  if (code === systemCommand.single) return readSystemCommand(line, at + 1);
  if (stringSingles.has(code)) return { kind: 'dropped', end: endOfString(line, at + 1, false).next };
  if (isMarked(code)) return readMarked(line, at);
  if (code !== escapeCode || at + 1 >= line.length) return { kind: 'dropped', end: at + 1 };
  const letter = line.charCodeAt(at + 1);
  if (letter === controlSequence.letter) return readControlSequence(line, at + 2);
  if (letter === systemCommand.letter) return readSystemCommand(line, at + 2);
  if (stringLetters.has(letter)) return { kind: 'dropped', end: endOfString(line, at + 2, false).next };
  return { kind: 'dropped', end: endOfEscape(line, at + 1) };
}

/** Characters that abort an incomplete sequence. */
const breakOffs = new Set([0x18, 0x1a]);

/**
 * Control characters without an effect on a terminal: they occur in output that is not meant for one, like
 * NUL between paths.
 */
const isMarked = (code: number): boolean =>
  code < 0x07 ||
  (code >= 0x10 && code < 0x20 && code !== escapeCode && !breakOffs.has(code)) ||
  code === 0x7f;

/** Reads a run of equal ones, each shown as its Unicode symbol: `␀`. */
function readMarked(line: string, start: number): TerminalSequence {
  const code = line.charCodeAt(start);
  let end = start + 1;
  while (end < line.length && line.charCodeAt(end) === code) end += 1;
  return { kind: 'shown', text: signOf(code).repeat(end - start), end };
}

const signOf = (code: number): string => String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code);

/** Escapes such as `ESC ( B`: some intermediate characters, and a final one. */
function endOfEscape(line: string, start: number): number {
  let end = start;
  while (isBetween(line.charCodeAt(end), 0x20, 0x2f)) end += 1;
  return isBetween(line.charCodeAt(end), 0x30, 0x7e) ? end + 1 : end;
}

const isBetween = (code: number, low: number, high: number): boolean => code >= low && code <= high;

/** No program sends more; longer parameters are dropped unread. */
export const parameterCharacters = 256;

function readControlSequence(line: string, start: number): TerminalSequence {
  let end = start;
  while (isBetween(line.charCodeAt(end), 0x30, 0x3f)) end += 1;
  const isShort = end - start <= parameterCharacters;
  const parameters = isShort ? line.slice(start, end) : '';
  const isPlain = isShort && !isBetween(line.charCodeAt(end), 0x20, 0x2f);
  while (isBetween(line.charCodeAt(end), 0x20, 0x2f)) end += 1;
  // Any other character ends the sequence and is read by itself.
  if (!isBetween(line.charCodeAt(end), 0x40, 0x7e)) return { kind: 'dropped', end };
  const final = line[end];
  end += 1;
  if (!isPlain || !/^[\d;:]*$/.test(parameters)) return { kind: 'dropped', end };
  if (final === 'm') return { kind: 'style', parameters, end };
  if (final === 'K') return { kind: eraseKinds[parameters] ?? 'dropped', end };
  // Move to the first column: some programs write this instead of a carriage return.
  if (final === 'G' && /^[01]?$/.test(parameters)) return { kind: 'return', end };
  return { kind: 'dropped', end };
}

const eraseKinds: Readonly<Record<string, 'eraseToEnd' | 'eraseAll'>> = {
  '': 'eraseToEnd',
  '0': 'eraseToEnd',
  '2': 'eraseAll',
};

function readSystemCommand(line: string, start: number): TerminalSequence {
  const { end, next } = endOfString(line, start, true);
  if (!line.startsWith('8;', start)) return { kind: 'dropped', end: next };
  const addressAt = line.indexOf(';', start + 2) + 1;
  const address = addressAt === 0 || addressAt > end ? '' : line.slice(addressAt, end);
  return { kind: 'link', link: safeLink(address), end: next };
}

const linkCharacters = 2_000;

const safeLink = (address: string): string | null =>
  address.length <= linkCharacters && /^https?:\/\/[!-~]+$/i.test(address) ? address : null;

/**
 * Where a string's content ends and what follows begins. ST ends it, CAN and SUB abort it, and so does any
 * other escape.
 */
function endOfString(line: string, start: number, endsWithBell: boolean): { end: number; next: number } {
  for (let at = start; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === 0x9c || breakOffs.has(code) || (endsWithBell && code === 0x07)) {
      return { end: at, next: at + 1 };
    }
    if (code === escapeCode) return { end: at, next: line[at + 1] === '\\' ? at + 2 : at };
  }
  return { end: line.length, next: line.length };
}
