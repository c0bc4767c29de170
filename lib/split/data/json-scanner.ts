import { copyString } from '../copy-string.ts';
import { decodeJsonText } from './decode-json-text.ts';
import { createJsonStrings } from './json-strings.ts';
import type { ValueSink } from './value-sink.ts';

/** How a text ended. */
export interface JsonEnd {
  /**
   * `unfinished`: the text was cut. `broken`: it contains something that is not JSON. `deep`: it was read
   * down to 20,000 levels only.
   */
  state: 'whole' | 'unfinished' | 'broken' | 'deep';
  /** Number of top-level values. */
  rootCount: number;
  /** Greatest number of values open at once. */
  depth: number;
  /** The start of the text after the last value that is not JSON. */
  after: string;
  /** Lines after the part that was read, not counting the line it ended in. */
  linesAfter: number;
}

export interface JsonScanner {
  push(piece: string): void;
  /** Closes for the sink what the text left open. */
  finish(): JsonEnd;
}

const deepest = 20_000;
/**
 * Text is scanned in blocks of this size, so that a substring kept of one does not keep a larger string
 * alive.
 */
const blockCharacters = 16 * 1024;
const longestWord = 400;
/** Integers with at most this many digits are exact as a number. */
const safeDigits = 15;
const afterCharacters = 500;

type Expects = 'value' | 'key' | 'colon' | 'end';

/**
 * Reads JSON as it streams by, one value or many, in one pass: only the start of the current string is
 * buffered. Comments and trailing commas are accepted, as in editors' configuration files, and so are
 * Python's printed values.
 */
export function createJsonScanner(sink: ValueSink): JsonScanner {
  /** Open containers: `true` is an object. */
  const open: boolean[] = [];
  let isInObject = false;
  let expects: Expects = 'value';
  let reads: 'structure' | 'string' | 'word' | 'comment' | 'nothing' = 'structure';
  let state: JsonEnd['state'] = 'whole';
  let rootCount = 0;
  let depth = 0;
  let after = '';
  let linesAfter = 0;
  let buffered = '';
  let commentEnd = '\n';

  const stop = (why: JsonEnd['state']) => {
    state = why;
    reads = 'nothing';
  };
  const endValue = () => {
    if (open.length === 0) rootCount += 1;
    expects = open.length === 0 ? 'value' : 'end';
  };
  const giveText = (text: string, characters: number, asKey: boolean) => {
    if (asKey) {
      sink.key(text);
      expects = 'colon';
    } else {
      sink.string(text, characters);
      endValue();
    }
  };
  const strings = createJsonStrings(sink, (raw, characters, asKey) => {
    giveText(raw.includes('\\') ? decodeJsonText(raw) : raw, characters, asKey);
  });
  const goOnString = (end: number): number => {
    reads = strings.isOpen ? 'string' : 'structure';
    return end;
  };
  const takeString = (block: string, from: number, mark: number): number => {
    const asKey = expects === 'key';
    const end = sink.wantsPieces ? -1 : shortStringEnd(block, from, mark);
    if (end === -1) return goOnString(strings.begin(block, from, mark, asKey));
    giveText(block.slice(from, end), end - from, asKey);
    return end + 1;
  };
  const giveWord = (word: string) => {
    // Character codes of digits and signs are lower than those of letters.
    const literal = word.charCodeAt(0) > 57 ? literals.get(word) : undefined;
    if (literal !== undefined) sink.literal(literal);
    else {
      const value = Number(word);
      if (Number.isNaN(value) && word !== 'NaN' && word !== '-Infinity') return stop('broken');
      sink.number(word, value);
    }
    endValue();
  };
  const takeWord = (block: string, from: number): number => {
    let end = from;
    while (end < block.length && isWordCode(block.charCodeAt(end))) end += 1;
    const word = reads === 'word' ? buffered + block.slice(from, end) : block.slice(from, end);
    if (word.length > longestWord) stop('broken');
    else if (end < block.length) {
      reads = 'structure';
      giveWord(word);
    } else {
      reads = 'word';
      buffered = word;
    }
    return end;
  };
  /** Most numbers are short integers, so their value is computed while their digits are read. */
  const takeNumber = (block: string, from: number): number => {
    let value = 0;
    let end = from;
    for (; end - from < safeDigits; end += 1) {
      const code = block.charCodeAt(end);
      if (!(code >= 48 && code <= 57)) break;
      value = value * 10 + code - 48;
    }
    const isWhole = end > from && end < block.length && !isWordCode(block.charCodeAt(end));
    if (!isWhole) return takeWord(block, from);
    sink.number(block.slice(from, end), value);
    endValue();
    return end;
  };
  const takeComment = (block: string, from: number): number => {
    const end = block.indexOf(commentEnd, from);
    if (end === -1) return block.length;
    reads = 'structure';
    return end + commentEnd.length;
  };
  const close = () => {
    open.pop();
    isInObject = open.length > 0 && open[open.length - 1] === true;
    sink.close();
    endValue();
  };
  const openOne = (asObject: boolean) => {
    open.push(asObject);
    isInObject = asObject;
    if (open.length > depth) depth = open.length;
    if (asObject) sink.openObject();
    else sink.openArray();
    expects = asObject ? 'key' : 'value';
    if (open.length > deepest) stop('deep');
  };
  const beginComment = (next: number): boolean => {
    if (next !== 47 && next !== 42) return false;
    reads = 'comment';
    commentEnd = next === 42 ? '*/' : '\n';
    return true;
  };
  /** Whether a number or literal may begin here. After a document, a word is part of other text. */
  const mayBeWord = (code: number): boolean =>
    expects === 'value' && isWordCode(code) && !(open.length === 0 && rootCount > 0 && code >= 65);
  /** An unexpected character ends the scan. */
  const stopAt = (block: string, offset: number): number => {
    if (open.length === 0 && rootCount > 0) after = block.slice(offset, offset + afterCharacters);
    stop(after === '' ? 'broken' : 'whole');
    return offset;
  };
  /**
   * Nearly all characters are read here, in one loop: a function call for each would take longer than the
   * work itself.
   */
  const takeStructure = (block: string, from: number): number => {
    let offset = from;
    while (offset < block.length && reads === 'structure') {
      const code = block.charCodeAt(offset);
      if (code <= blank) {
        offset += 1;
        continue;
      }
      switch (code) {
        case doubleQuote:
        case singleQuote:
          if (expects !== 'key' && expects !== 'value') return stopAt(block, offset);
          offset = takeString(block, offset + 1, code);
          break;
        case comma:
          if (expects !== 'end') return stopAt(block, offset);
          expects = isInObject ? 'key' : 'value';
          offset += 1;
          break;
        case colon:
          if (expects !== 'colon') return stopAt(block, offset);
          expects = 'value';
          offset += 1;
          break;
        case openBrace:
        case openBracket:
          if (expects !== 'value') return stopAt(block, offset);
          openOne(code === openBrace);
          offset += 1;
          break;
        case closeBrace:
          if (!isInObject || (expects !== 'key' && expects !== 'end')) return stopAt(block, offset);
          close();
          offset += 1;
          break;
        case closeBracket:
          if (isInObject || open.length === 0) return stopAt(block, offset);
          close();
          offset += 1;
          break;
        case slash:
          if (!beginComment(block.charCodeAt(offset + 1))) return stopAt(block, offset);
          offset += 1;
          break;
        default:
          if (!mayBeWord(code)) return stopAt(block, offset);
          offset = takeNumber(block, offset);
      }
    }
    return offset;
  };
  const scan = (block: string) => {
    let offset = 0;
    while (offset < block.length && reads !== 'nothing') {
      if (reads === 'structure') offset = takeStructure(block, offset);
      else if (reads === 'string') offset = goOnString(strings.goOn(block, offset));
      else if (reads === 'word') offset = takeWord(block, offset);
      else offset = takeComment(block, offset);
    }
    for (let end = block.indexOf('\n', offset); end !== -1; end = block.indexOf('\n', end + 1))
      linesAfter += 1;
  };
  return {
    push(piece) {
      let from = 0;
      for (; from < piece.length && reads !== 'nothing'; from += blockCharacters) {
        scan(copyString(piece.slice(from, from + blockCharacters)));
      }
      for (let end = piece.indexOf('\n', from); end !== -1; end = piece.indexOf('\n', end + 1))
        linesAfter += 1;
    },
    finish() {
      if (reads === 'word' && open.length === 0) giveWord(buffered);
      if (state === 'whole' && (open.length > 0 || reads === 'string')) state = 'unfinished';
      while (open.pop() !== undefined) sink.close();
      return { state, rootCount, depth, after, linesAfter };
    },
  };
}

const blank = 0x20;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const comma = 0x2c;
const slash = 0x2f;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const shortCharacters = 32;

/**
 * The end of a string that is short, complete and without escapes, as nearly all are; else -1. Looks at each
 * character once.
 */
function shortStringEnd(block: string, from: number, mark: number): number {
  const max = Math.min(block.length, from + shortCharacters);
  for (let offset = from; offset < max; offset += 1) {
    const code = block.charCodeAt(offset);
    if (code === mark) return offset;
    if (code === backslash) return -1;
  }
  return -1;
}

const literals = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** Characters of numbers and literals: letters, digits, `+`, `-`, `.`. */
const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  code === 45 ||
  code === 43 ||
  code === 46;
