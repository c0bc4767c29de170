import { copyString } from '../copy-string.ts';
import { decodeJsonText } from './decode-json-text.ts';
import { createJsonStrings, type JsonStrings } from './json-strings.ts';
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

/** Where a scan is. */
interface Scan {
  readonly sink: ValueSink;
  readonly strings: JsonStrings;
  /** Open containers: `true` is an object. */
  readonly open: boolean[];
  isInObject: boolean;
  expects: Expects;
  reads: 'structure' | 'string' | 'word' | 'comment' | 'nothing';
  ending: JsonEnd['state'];
  rootCount: number;
  depth: number;
  after: string;
  linesAfter: number;
  /** The start of a word that the last block cut. */
  buffered: string;
  commentEnd: string;
}

/**
 * Reads JSON as it streams by, one value or many, in one pass: only the start of the current string is
 * buffered. Comments and trailing commas are accepted, as in editors' configuration files, and so are
 * Python's printed values.
 */
export function createJsonScanner(sink: ValueSink): JsonScanner {
  const scan: Scan = {
    sink,
    strings: createJsonStrings(sink, (raw, characters, asKey) =>
      giveText(scan, raw.includes('\\') ? decodeJsonText(raw) : raw, characters, asKey),
    ),
    open: [],
    isInObject: false,
    expects: 'value',
    reads: 'structure',
    ending: 'whole',
    rootCount: 0,
    depth: 0,
    after: '',
    linesAfter: 0,
    buffered: '',
    commentEnd: '\n',
  };
  return {
    push(piece) {
      let from = 0;
      for (; from < piece.length && scan.reads !== 'nothing'; from += blockCharacters) {
        scanBlock(scan, copyString(piece.slice(from, from + blockCharacters)));
      }
      for (let end = piece.indexOf('\n', from); end !== -1; end = piece.indexOf('\n', end + 1))
        scan.linesAfter += 1;
    },
    finish() {
      if (scan.reads === 'word' && scan.open.length === 0) giveWord(scan, scan.buffered);
      if (scan.ending === 'whole' && (scan.open.length > 0 || scan.reads === 'string'))
        scan.ending = 'unfinished';
      while (scan.open.pop() !== undefined) scan.sink.close();
      const { ending: state, rootCount, depth, after, linesAfter } = scan;
      return { state, rootCount, depth, after, linesAfter };
    },
  };
}

function stop(scan: Scan, why: JsonEnd['state']): void {
  scan.ending = why;
  scan.reads = 'nothing';
}

function endValue(scan: Scan): void {
  if (scan.open.length === 0) scan.rootCount += 1;
  scan.expects = scan.open.length === 0 ? 'value' : 'end';
}

function giveText(scan: Scan, text: string, characters: number, asKey: boolean): void {
  if (asKey) {
    scan.sink.key(text);
    scan.expects = 'colon';
  } else {
    scan.sink.string(text, characters);
    endValue(scan);
  }
}

function goOnString(scan: Scan, end: number): number {
  scan.reads = scan.strings.isOpen ? 'string' : 'structure';
  return end;
}

function takeString(scan: Scan, block: string, from: number, mark: number): number {
  const asKey = scan.expects === 'key';
  const end = scan.sink.wantsPieces ? -1 : shortStringEnd(block, from, mark);
  if (end === -1) return goOnString(scan, scan.strings.begin(block, from, mark, asKey));
  giveText(scan, block.slice(from, end), end - from, asKey);
  return end + 1;
}

function giveWord(scan: Scan, word: string): void {
  // Character codes of digits and signs are lower than those of letters.
  const literal = word.charCodeAt(0) > 57 ? literals.get(word) : undefined;
  if (literal !== undefined) scan.sink.literal(literal);
  else {
    const value = Number(word);
    if (Number.isNaN(value) && word !== 'NaN' && word !== '-Infinity') {
      stop(scan, 'broken');
      return;
    }
    scan.sink.number(word, value);
  }
  endValue(scan);
}

function takeWord(scan: Scan, block: string, from: number): number {
  let end = from;
  while (end < block.length && isWordCode(block.charCodeAt(end))) end += 1;
  const word = scan.reads === 'word' ? scan.buffered + block.slice(from, end) : block.slice(from, end);
  if (word.length > longestWord) stop(scan, 'broken');
  else if (end < block.length) {
    scan.reads = 'structure';
    giveWord(scan, word);
  } else {
    scan.reads = 'word';
    scan.buffered = word;
  }
  return end;
}

/** Most numbers are short integers, so their value is computed while their digits are read. */
function takeNumber(scan: Scan, block: string, from: number): number {
  let value = 0;
  let end = from;
  for (; end - from < safeDigits; end += 1) {
    const code = block.charCodeAt(end);
    if (!(code >= 48 && code <= 57)) break;
    value = value * 10 + code - 48;
  }
  const isWhole = end > from && end < block.length && !isWordCode(block.charCodeAt(end));
  if (!isWhole) return takeWord(scan, block, from);
  scan.sink.number(block.slice(from, end), value);
  endValue(scan);
  return end;
}

function takeComment(scan: Scan, block: string, from: number): number {
  const end = block.indexOf(scan.commentEnd, from);
  if (end === -1) return block.length;
  scan.reads = 'structure';
  return end + scan.commentEnd.length;
}

function close(scan: Scan): void {
  scan.open.pop();
  scan.isInObject = scan.open.length > 0 && scan.open[scan.open.length - 1] === true;
  scan.sink.close();
  endValue(scan);
}

function openOne(scan: Scan, asObject: boolean): void {
  scan.open.push(asObject);
  scan.isInObject = asObject;
  if (scan.open.length > scan.depth) scan.depth = scan.open.length;
  if (asObject) scan.sink.openObject();
  else scan.sink.openArray();
  scan.expects = asObject ? 'key' : 'value';
  if (scan.open.length > deepest) stop(scan, 'deep');
}

function beginComment(scan: Scan, next: number): boolean {
  if (next !== 47 && next !== 42) return false;
  scan.reads = 'comment';
  scan.commentEnd = next === 42 ? '*/' : '\n';
  return true;
}

/** Whether a number or literal may begin here. After a document, a word is part of other text. */
const mayBeWord = (scan: Scan, code: number): boolean =>
  scan.expects === 'value' &&
  isWordCode(code) &&
  !(scan.open.length === 0 && scan.rootCount > 0 && code >= 65);
/** An unexpected character ends the scanBlock. */
function stopAt(scan: Scan, block: string, offset: number): number {
  if (scan.open.length === 0 && scan.rootCount > 0)
    scan.after = block.slice(offset, offset + afterCharacters);
  stop(scan, scan.after === '' ? 'broken' : 'whole');
  return offset;
}

/**
 * Nearly all characters are read here, in one loop: a function call for each would take longer than the
 * work itself.
 */
function takeStructure(scan: Scan, block: string, from: number): number {
  let offset = from;
  while (offset < block.length && scan.reads === 'structure') {
    const code = block.charCodeAt(offset);
    if (code <= blank) {
      offset += 1;
      continue;
    }
    switch (code) {
      case doubleQuote:
      case singleQuote:
        if (scan.expects !== 'key' && scan.expects !== 'value') return stopAt(scan, block, offset);
        offset = takeString(scan, block, offset + 1, code);
        break;
      case comma:
        if (scan.expects !== 'end') return stopAt(scan, block, offset);
        scan.expects = scan.isInObject ? 'key' : 'value';
        offset += 1;
        break;
      case colon:
        if (scan.expects !== 'colon') return stopAt(scan, block, offset);
        scan.expects = 'value';
        offset += 1;
        break;
      case openBrace:
      case openBracket:
        if (scan.expects !== 'value') return stopAt(scan, block, offset);
        openOne(scan, code === openBrace);
        offset += 1;
        break;
      case closeBrace:
        if (!scan.isInObject || (scan.expects !== 'key' && scan.expects !== 'end'))
          return stopAt(scan, block, offset);
        close(scan);
        offset += 1;
        break;
      case closeBracket:
        if (scan.isInObject || scan.open.length === 0) return stopAt(scan, block, offset);
        close(scan);
        offset += 1;
        break;
      case slash:
        if (!beginComment(scan, block.charCodeAt(offset + 1))) return stopAt(scan, block, offset);
        offset += 1;
        break;
      default:
        if (!mayBeWord(scan, code)) return stopAt(scan, block, offset);
        offset = takeNumber(scan, block, offset);
    }
  }
  return offset;
}

function scanBlock(scan: Scan, block: string): void {
  let offset = 0;
  while (offset < block.length && scan.reads !== 'nothing') {
    if (scan.reads === 'structure') offset = takeStructure(scan, block, offset);
    else if (scan.reads === 'string') offset = goOnString(scan, scan.strings.goOn(block, offset));
    else if (scan.reads === 'word') offset = takeWord(scan, block, offset);
    else offset = takeComment(scan, block, offset);
  }
  for (let end = block.indexOf('\n', offset); end !== -1; end = block.indexOf('\n', end + 1))
    scan.linesAfter += 1;
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
