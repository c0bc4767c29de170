import { severityHints, stateHints } from './severity.ts';
import { totalityHints } from './totality.ts';

/**
 * The result of one pass over the characters of a line. A scanner reuses one object for all lines, since a
 * result may have millions.
 */
export interface LineScan {
  /**
   * A hash that ignores numbers, paths and longer quoted texts: lines that differ only in those have the same
   * shape.
   */
  shape: number;
  /** A hash of what the shape ignores, except plain numbers. */
  holes: number;
  /** Length of the leading blanks and of a state mark before the first field; for a blank line its length. */
  indent: number;
  isBlank: boolean;
  /** The first numbers, except those in times and dates. */
  readonly numbers: Float64Array;
  numberCount: number;
  /** Where they are in the line, without a unit. */
  readonly numberStart: Int32Array;
  readonly numberEnd: Int32Array;
  /** How many digits each has behind its point; negative if the last of several is a zero: `5.10`. */
  readonly fractionDigits: Int8Array;
  /** The first IDs, paths and longer quoted texts, which the shape ignores; no dates. */
  holeCount: number;
  readonly holeHash: Int32Array;
  readonly holeStart: Int32Array;
  readonly holeEnd: Int32Array;
  /** The first version of three parts, `4.2.0`; `versionEnd` is 0 where there is none. */
  versionStart: number;
  versionEnd: number;
  /**
   * Whether the line may contain a word about errors (`mayBeSevere`) or about totals (`mayBeTotal`). Without
   * one, no further check is needed.
   */
  mayBeSevere: boolean;
  mayBeTotal: boolean;
  /** Such a word is inside quoted text, so another line of the same shape may not have it. */
  hidesWords: boolean;
  /** Fields separated by blanks; text in square brackets is one field. Kept: the first nine, and the last. */
  fieldCount: number;
  readonly fieldHash: Int32Array;
  readonly fieldStart: Int32Array;
  readonly fieldEnd: Int32Array;
  readonly fieldClass: Uint8Array;
}

export const fieldClasses = { word: 1, number: 2, path: 3, bracket: 4, sign: 5 } as const;

/**
 * The shape covers the first tokens; a limit in characters would cover more or fewer words in lines that are
 * alike.
 */
const shapeTokens = 40;
const scannedCharacters = 600;
const maxNumbers = 8;
const maxHoles = 8;
/** Number of first fields; the entry after them is the last field of the line. */
export const headFields = 9;
export const lastField = headFields;
const maxBracketCharacters = 42;
const maxQuoteCharacters = 300;
/** A quoted text of one short word may be a level or a status, so it is part of the shape. */
const maxQuotedWord = 14;

const prime = 0x01000193;
const seed = 0x811c9dc5 | 0;

/** Character classes. */
const kind = { other: 0, blank: 1, separator: 2, digit: 3, letter: 4 } as const;
const kinds = new Uint8Array(128);
for (const c of ' \t\u000b\f\r') kinds[c.charCodeAt(0)] = kind.blank;
for (const c of '"\'=,;()[]{}<>|:`') kinds[c.charCodeAt(0)] = kind.separator;
for (let c = 48; c < 58; c += 1) kinds[c] = kind.digit;
for (let c = 65; c < 91; c += 1) kinds[c] = kinds[c + 32] = kind.letter;

/** What a field contains, as bits. */
const has = { digit: 1, letter: 2, slash: 4 } as const;
const hasOfKind = new Uint8Array(5);
hasOfKind[kind.digit] = has.digit;
hasOfKind[kind.letter] = has.letter;

const hint = { severe: 1, total: 2, state: 4 } as const;
const hints = new Uint8Array(1 << 16);
const hintSlot = (hash: number): number => (hash ^ (hash >>> 16)) & 0xffff;
const hashOfWord = (word: string): number => {
  let hash = seed;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ (word.charCodeAt(at) | 32), prime);
  return hash;
};
const addHint = (words: readonly string[], bit: number) => {
  for (const word of words) {
    const slot = hintSlot(hashOfWord(/^[a-z]+/i.exec(word)?.[0] ?? word));
    hints[slot] = (hints[slot] ?? 0) | bit;
  }
};
addHint(severityHints, hint.severe);
addHint(totalityHints, hint.total);
addHint(stateHints, hint.state);

/** Packs the last four letters of words such as `TypeError`, `IOException`, `AssertionFailure`. */
const fourLetters = (word: string): number =>
  word.split('').reduce((letters, letter) => (letters << 8) | letter.charCodeAt(0), 0);
const errorEndings = new Set(['rror', 'tion', 'lure', 'rupt', 'ault'].map(fourLetters));

const code = { quote: 34, percent: 37, minus: 45, dot: 46, slash: 47, colon: 58, open: 91, v: 118 };
const hole = { number: 35, path: 47, quoted: 34 };

export function createLineScanner(): { scan(text: string): LineScan } {
  const found: LineScan = {
    shape: 0,
    holes: 0,
    indent: 0,
    isBlank: true,
    numbers: new Float64Array(maxNumbers),
    numberCount: 0,
    numberStart: new Int32Array(maxNumbers),
    numberEnd: new Int32Array(maxNumbers),
    fractionDigits: new Int8Array(maxNumbers),
    holeCount: 0,
    holeHash: new Int32Array(maxHoles),
    holeStart: new Int32Array(maxHoles),
    holeEnd: new Int32Array(maxHoles),
    versionStart: 0,
    versionEnd: 0,
    mayBeSevere: false,
    mayBeTotal: false,
    hidesWords: false,
    fieldCount: 0,
    fieldHash: new Int32Array(headFields + 1),
    fieldStart: new Int32Array(headFields + 1),
    fieldEnd: new Int32Array(headFields + 1),
    fieldClass: new Uint8Array(headFields + 1),
  };
  return { scan: (text) => scanInto(found, text) };
}

/**
 * The code units of the current line, followed by a blank. The line is a slice of a longer string, on which
 * `charCodeAt` takes twice as long.
 */
const units = new Uint16Array(scannedCharacters + 1);
const unitBytes = Buffer.from(units.buffer);

/** A code unit of the last scanned line, up to 600. */
export const unitAt = (at: number): number => units[at] ?? 0;

function copyUnits(text: string): number {
  const length = unitBytes.write(text.slice(0, scannedCharacters), 'utf16le') >> 1;
  units[length] = 32;
  return length;
}

/**
 * Scans by runs of letters and digits; each run's hash is merged into its token's and its field's, so most of
 * a line costs one multiplication a character.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one pass over each character; a call for each would take longer than the work
function scanInto(found: LineScan, text: string): LineScan {
  const end = copyUnits(text);
  let at = 0;
  while (at < end && kinds[unitAt(at)] === kind.blank) at += 1;
  found.indent = at;
  found.isBlank = at >= text.length;
  found.numberCount = 0;
  found.holeCount = 0;
  found.versionEnd = 0;
  found.mayBeSevere = false;
  found.mayBeTotal = false;
  found.hidesWords = false;
  found.fieldCount = 0;
  let shape = Math.imul(seed ^ Math.min(at, 12), prime);
  /** State of the current token: the characters between separators. */
  let tokenHash = seed;
  let tokenStart = -1;
  /** Hash of the words for states in it: they count although the token's other letters do not. */
  let tokenStates = 0;
  let holes = seed;
  let hasDigit = false;
  let hasSlash = false;
  /** State of the current field. */
  let fieldHash = seed;
  let fieldStart = -1;
  let fieldHas = 0;
  let bracketEnd = -1;
  let quoteEnd = -1;
  let quoteStart = -1;
  let quoteHash = seed;
  let isTimePart = false;
  /** Numbers behind a name and a colon are a line and a column, or a port. */
  let isLocation = false;
  let tokens = 0;
  let before = 0;
  while (at <= end) {
    const start = at;
    const c = unitAt(at);
    const what = c < 128 ? (kinds[c] ?? 0) : kind.other;
    at += 1;
    let run = c;
    let state = 0;
    if (what === kind.letter) {
      let word = Math.imul(seed ^ (c | 32), prime);
      let capitals = c & 32;
      let lastLetters = c | 32;
      for (; at < end; at += 1) {
        const next = unitAt(at);
        if (next > 127 || kinds[next] !== kind.letter) break;
        word = Math.imul(word ^ (next | 32), prime);
        capitals = ((capitals << 1) | (capitals >>> 31)) ^ (next & 32);
        lastLetters = (lastLetters << 8) | (next | 32);
      }
      const bits = hints[hintSlot(word)] ?? 0;
      const isErrorName = at - start > 5 && errorEndings.has(lastLetters);
      if (bits !== 0 || isErrorName) {
        if ((bits & hint.severe) !== 0 || isErrorName) found.mayBeSevere = true;
        if ((bits & hint.total) !== 0) found.mayBeTotal = true;
        if (start <= quoteEnd || tokens >= shapeTokens || hasSlash) found.hidesWords = true;
        if ((bits & (hint.severe | hint.state)) !== 0 && isBounded(start, at, hasSlash)) state = word;
      }
      run = word ^ Math.imul(capitals, prime);
    } else if (what === kind.digit) {
      for (; at < end; at += 1) {
        const next = unitAt(at);
        if (next < 48 || next > 57) break;
        run = Math.imul(run ^ next, prime);
      }
    } else if (c > 127) found.mayBeSevere = true;

    if (what === kind.blank && start > bracketEnd) {
      if (
        fieldStart >= 0 &&
        found.fieldCount === 0 &&
        start === fieldStart + 1 &&
        isStateMark(unitAt(fieldStart))
      ) {
        found.indent = start + 1;
        fieldStart = -1;
        fieldHash = seed;
        fieldHas = 0;
      } else if (fieldStart >= 0) {
        const slot = found.fieldCount < headFields ? found.fieldCount : lastField;
        found.fieldHash[slot] = fieldHash;
        found.fieldStart[slot] = fieldStart;
        found.fieldEnd[slot] = start;
        found.fieldClass[slot] = classOfField(unitAt(fieldStart), fieldHas);
        found.fieldCount += 1;
        fieldStart = -1;
        fieldHash = seed;
        fieldHas = 0;
      }
    } else if (start < end) {
      if (fieldStart < 0) {
        fieldStart = start;
        if (c === code.open) {
          const close = text.indexOf(']', start);
          bracketEnd = close > start + 1 && close - start < maxBracketCharacters ? close : -1;
        }
      }
      fieldHash = Math.imul(fieldHash ^ run, prime);
      fieldHas |= c > 127 ? has.letter : c === code.slash ? has.slash : (hasOfKind[what] ?? 0);
    }

    if (tokens >= shapeTokens) continue;
    if (start <= quoteEnd) {
      holes = Math.imul(holes ^ run, prime);
      if (start < quoteEnd) quoteHash = Math.imul(quoteHash ^ run, prime);
      else {
        before = c;
        if (quoteStart >= 0) addHole(found, quoteStart, quoteEnd, quoteHash);
      }
      continue;
    }
    if (what !== kind.blank && what !== kind.separator) {
      if (tokenStart < 0) {
        tokenStart = start;
        hasDigit = hasSlash = false;
        tokenHash = seed;
        tokenStates = 0;
      }
      if (state !== 0) tokenStates = Math.imul(tokenStates ^ state, prime);
      if (what === kind.digit) hasDigit = true;
      else if (c === code.slash) hasSlash = true;
      // `====` and `==` are the same separator line.
      if (what !== kind.other || c !== before) tokenHash = Math.imul(tokenHash ^ run, prime);
      before = c;
      continue;
    }
    if (tokenStart >= 0) {
      tokens += 1;
      if (hasDigit) {
        const isTime: boolean = c === code.colon && !isLocation && kinds[unitAt(at)] === kind.digit;
        const unit: number = hasSlash ? -1 : readNumber(found, tokenStart, start, isTime || isTimePart);
        shape = Math.imul(shape ^ (hasSlash ? hole.path : hole.number) ^ tokenStates, prime);
        const isName: boolean = unit < 0 && (hasSlash || !isDate(tokenStart));
        if (unit < 0) {
          holes = Math.imul(holes ^ tokenHash, prime);
          if (isName && !isTimePart) addHole(found, tokenStart, start, tokenHash);
          if (found.versionEnd === 0 && isVersion(tokenStart, start)) {
            found.versionStart = tokenStart;
            found.versionEnd = start;
          }
        }
        if (unit > 0) shape = Math.imul(shape ^ unit, prime);
        isTimePart = isTime && !isName;
        isLocation = c === code.colon && (isName || isLocation);
      } else {
        isTimePart = false;
        isLocation = c === code.colon;
        const isPath = hasSlash && start - tokenStart > 1;
        shape = Math.imul(shape ^ (isPath ? hole.path ^ tokenStates : tokenHash), prime);
        if (isPath) {
          holes = Math.imul(holes ^ tokenHash, prime);
          addHole(found, tokenStart, start, tokenHash);
        }
      }
      tokenStart = -1;
    } else if (c !== code.colon) isTimePart = isLocation = false;
    if (c === code.quote) {
      const close = text.indexOf('"', at);
      const length = close - at;
      if (close > 0 && length <= maxQuoteCharacters) {
        quoteEnd = close;
        tokens += 1;
        const quoted = quotedHash(text, at, close);
        quoteStart = quoted === hole.quoted ? at : -1;
        quoteHash = seed;
        shape = Math.imul(shape ^ quoted, prime);
        continue;
      }
    }
    // Consecutive blanks count as one, and so do consecutive equal characters.
    if (c !== before && !(what === kind.blank && kinds[before] === kind.blank)) {
      shape = Math.imul(shape ^ (what === kind.blank ? 32 : c), prime);
    }
    before = c;
  }
  found.shape = shape >>> 0;
  found.holes = holes;
  return found;
}

/** `●`, which systemctl puts before some rows, is no cell of theirs. */
const isStateMark = (c: number): boolean => c === 0x25cf || c === 0x25cb;

function classOfField(first: number, bufferedCount: number): number {
  if (first === code.open) return fieldClasses.bracket;
  if ((bufferedCount & has.digit) !== 0 && kinds[first] !== kind.letter) return fieldClasses.number;
  if ((bufferedCount & has.slash) !== 0) return fieldClasses.path;
  return (bufferedCount & has.letter) === 0 ? fieldClasses.sign : fieldClasses.word;
}

/**
 * Whether a word stands by itself in its token: between signs, or in a path between slashes. Letters beside
 * digits belong to an ID.
 */
function isBounded(start: number, end: number, isInPath: boolean): boolean {
  const before = start === 0 ? 32 : unitAt(start - 1);
  const after = unitAt(end);
  if (isInPath) return before === code.slash && (after === code.slash || kinds[after] !== kind.letter);
  return !isAlphanumeric(before) && !isAlphanumeric(after);
}

const isAlphanumeric = (c: number): boolean => c > 127 || kinds[c] === kind.letter || kinds[c] === kind.digit;

/** A single short word in quotes keeps its hash; any other quoted text gets a placeholder's. */
function quotedHash(text: string, start: number, end: number): number {
  if (end - start > maxQuotedWord) return hole.quoted;
  let hash = seed;
  for (let at = start; at < end; at += 1) {
    const c = text.charCodeAt(at);
    const what = c < 128 ? kinds[c] : kind.other;
    if (what !== kind.letter && c !== 45 && c !== 95) return hole.quoted;
    hash = Math.imul(hash ^ c, prime);
  }
  return hash;
}

function addHole(found: LineScan, start: number, end: number, hash: number): void {
  if (found.holeCount === maxHoles) return;
  found.holeStart[found.holeCount] = start;
  found.holeEnd[found.holeCount] = end;
  found.holeHash[found.holeCount] = hash;
  found.holeCount += 1;
}

/** `2026-11-25T10`, whose time is no ID. */
const isDate = (start: number): boolean =>
  unitAt(start + 4) === code.minus && unitAt(start + 7) === code.minus && kinds[unitAt(start)] === kind.digit;

/** `4.2.0`, `v4.2.0`: three numbers. */
function isVersion(start: number, end: number): boolean {
  let dots = 0;
  for (let at = unitAt(start) === code.v ? start + 1 : start; at < end; at += 1) {
    const c = unitAt(at);
    if (c === code.dot) dots += 1;
    else if (c < 48 || c > 57) return false;
  }
  return dots === 2;
}

/** @param scale 10 to the power of its digits; 0: it has no point */
function fractionOf(scale: number, end: number): number {
  if (scale <= 1) return 0;
  const digits = Math.round(Math.log10(scale));
  return digits > 1 && unitAt(end - 1) === 48 ? -digits : digits;
}

/** A larger number beside a colon is no part of a time or a location: `[55120:41233012]`. */
const maxTimePart = 9_999;

/**
 * Records the number in a token, `1,234.5` or `12ms`.
 * @returns a hash of its unit; 0: it has none; -1: the token is not a number
 */
function readNumber(found: LineScan, start: number, end: number, isTime: boolean): number {
  let at = start;
  let c = unitAt(at);
  const isNegative = c === 45;
  if (c === 43 || c === 45) at += 1;
  let value = 0;
  let digits = 0;
  let scale = 0;
  for (; at < end; at += 1) {
    c = unitAt(at);
    if (c >= 48 && c <= 57) {
      value = value * 10 + (c - 48);
      digits += 1;
      scale *= 10;
    } else if (c === code.dot && scale === 0 && digits > 0) scale = 1;
    else break;
  }
  if (digits === 0 || digits > 15) return -1;
  const digitsEnd = at;
  let unit = 0;
  if (end - at > 3) return -1;
  for (; at < end; at += 1) {
    c = unitAt(at);
    const isUnit = c === code.percent || c === 181 || (c < 128 && kinds[c] === kind.letter);
    if (!isUnit) return -1;
    unit = unit * 31 + c;
  }
  if ((!isTime || (scale === 0 && value > maxTimePart)) && found.numberCount < maxNumbers) {
    const size = scale > 1 ? value / scale : value;
    found.numbers[found.numberCount] = isNegative ? -size : size;
    found.numberStart[found.numberCount] = start;
    found.numberEnd[found.numberCount] = digitsEnd;
    found.fractionDigits[found.numberCount] = fractionOf(scale, digitsEnd);
    found.numberCount += 1;
  }
  return unit;
}
