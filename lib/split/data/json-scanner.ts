import { detachText } from '../detach-text.ts';
import { decodeJsonText, wholeEscapesEnd } from './decode-json-text.ts';
import type { ValueSink } from './value-sink.ts';

/** How a text ended. */
export interface JsonEnd {
  /** `unfinished`: the text was cut. `broken`: something that is no JSON stands in it. `deep`: no further than 20,000 levels. */
  state: 'whole' | 'unfinished' | 'broken' | 'deep';
  /** Values that are in no other. */
  rootCount: number;
  /** How many values were open at once. */
  depth: number;
  /** What stands after the last value and is no JSON: its start. */
  after: string;
}

export interface JsonScanner {
  push(piece: string): void;
  /** Closes for the sink what the text left open. */
  finish(): JsonEnd;
}

const deepest = 20_000;
/** So much is scanned at once, so that what is held of it holds no more. */
const blockCharacters = 16 * 1024;
const heldCharacters = 300;
const longestWord = 400;
const afterCharacters = 500;

type Expects = 'value' | 'key' | 'colon' | 'end';

/**
 * Reads JSON as it streams by, one value or many, in one pass: nothing is held but the start of the string it is in. Comments and
 * commas before an end are let pass, as editors' own files have them.
 */
export function createJsonScanner(sink: ValueSink): JsonScanner {
  /** What is open: `true` an object. */
  const open: boolean[] = [];
  let expects: Expects = 'value';
  let reads: 'structure' | 'string' | 'word' | 'comment' | 'nothing' = 'structure';
  let state: JsonEnd['state'] = 'whole';
  let rootCount = 0;
  let depth = 0;
  let after = '';
  let held = '';
  let length = 0;
  let isKey = false;
  let isEscaped = false;
  let hasPieces = false;
  let pending = '';
  let commentEnd = '\n';

  const stop = (why: JsonEnd['state']) => {
    state = why;
    reads = 'nothing';
  };
  const endValue = () => {
    if (open.length === 0) rootCount += 1;
    expects = open.length === 0 ? 'value' : 'end';
  };
  const beginString = (asKey: boolean) => {
    reads = 'string';
    isKey = asKey;
    held = '';
    length = 0;
    hasPieces = !asKey && sink.wantsPieces?.() === true;
  };
  const hold = (block: string, from: number, to: number) => {
    if (held.length < heldCharacters)
      held += block.slice(from, Math.min(to, from + heldCharacters - held.length));
    length += to - from;
    if (!hasPieces) return;
    const raw = pending + block.slice(from, to);
    const end = wholeEscapesEnd(raw);
    pending = raw.slice(end);
    sink.piece?.(decodeJsonText(raw.slice(0, end)));
  };
  const endString = () => {
    reads = 'structure';
    if (hasPieces && pending !== '') sink.piece?.(decodeJsonText(pending));
    pending = '';
    hasPieces = false;
    if (isKey) {
      sink.key(decodeJsonText(held));
      expects = 'colon';
    } else {
      sink.string(decodeJsonText(held), length);
      endValue();
    }
  };
  const takeString = (block: string, from: number): number => {
    let search = from;
    if (isEscaped) search += 1;
    isEscaped = false;
    for (;;) {
      const quote = block.indexOf('"', search);
      const end = quote === -1 ? block.length : quote;
      let backslash = end;
      while (backslash > search && block.charCodeAt(backslash - 1) === 92) backslash -= 1;
      const isOdd = (end - backslash) % 2 === 1;
      if (quote === -1) {
        isEscaped = isOdd;
        hold(block, from, end);
        return end;
      }
      if (!isOdd) {
        hold(block, from, end);
        endString();
        return end + 1;
      }
      search = quote + 1;
    }
  };
  const endWord = () => {
    reads = 'structure';
    if (held === 'true' || held === 'false' || held === 'null') sink.literal(held);
    else if (isNumber(held)) sink.number(held);
    else return stop('broken');
    endValue();
  };
  const takeWord = (block: string, from: number): number => {
    let end = from;
    while (end < block.length && isWordCode(block.charCodeAt(end))) end += 1;
    held += block.slice(from, end);
    if (held.length > longestWord) stop('broken');
    else if (end < block.length) endWord();
    return end;
  };
  const takeComment = (block: string, from: number): number => {
    const end = block.indexOf(commentEnd, from);
    if (end === -1) return block.length;
    reads = 'structure';
    return end + commentEnd.length;
  };
  const close = (asObject: boolean): boolean => {
    if (open.at(-1) !== asObject || expects === 'colon') return false;
    if (asObject && expects === 'value') return false;
    open.pop();
    sink.close();
    endValue();
    return true;
  };
  const openOne = (asObject: boolean): boolean => {
    if (expects !== 'value') return false;
    open.push(asObject);
    if (open.length > depth) depth = open.length;
    if (asObject) sink.openObject();
    else sink.openArray();
    expects = asObject ? 'key' : 'value';
    if (open.length > deepest) stop('deep');
    return true;
  };
  const separate = (wanted: Expects): boolean => {
    if (expects !== wanted) return false;
    expects = wanted === 'end' && open.at(-1) === true ? 'key' : 'value';
    return true;
  };
  /** @returns whether the character may stand here */
  const takeMark = (code: number, block: string, place: number): boolean => {
    switch (code) {
      case 0x22:
        if (expects !== 'value' && expects !== 'key') return false;
        beginString(expects === 'key');
        return true;
      case 0x7b:
        return openOne(true);
      case 0x5b:
        return openOne(false);
      case 0x7d:
        return close(true);
      case 0x5d:
        return close(false);
      case 0x2c:
        return separate('end');
      case 0x3a:
        return separate('colon');
      case 0x2f:
        if (block[place + 1] !== '/' && block[place + 1] !== '*') return false;
        reads = 'comment';
        commentEnd = block[place + 1] === '*' ? '*/' : '\n';
        return true;
      default:
        if (expects !== 'value' || !isWordCode(code)) return false;
        // Behind a document a word is a word of something else.
        if (open.length === 0 && rootCount > 0 && code >= 65) return false;
        reads = 'word';
        held = '';
        return true;
    }
  };
  const isReadingWord = () => reads === 'word';
  const takeStructure = (block: string, from: number): number => {
    let place = from;
    while (place < block.length && reads === 'structure') {
      const code = block.charCodeAt(place);
      if (code > 32) {
        if (!takeMark(code, block, place)) {
          if (open.length === 0 && rootCount > 0) after = block.slice(place, place + afterCharacters);
          stop(after === '' ? 'broken' : 'whole');
          return place;
        }
        if (isReadingWord()) return place;
      }
      place += 1;
    }
    return place;
  };
  const scan = (block: string) => {
    let place = 0;
    while (place < block.length && reads !== 'nothing') {
      if (reads === 'string') place = takeString(block, place);
      else if (reads === 'word') place = takeWord(block, place);
      else if (reads === 'comment') place = takeComment(block, place);
      else place = takeStructure(block, place);
    }
  };
  return {
    push(piece) {
      for (let from = 0; from < piece.length && reads !== 'nothing'; from += blockCharacters) {
        scan(detachText(piece.slice(from, from + blockCharacters)));
      }
    },
    finish() {
      if (reads === 'word' && open.length === 0) endWord();
      if (state === 'whole' && (open.length > 0 || reads === 'string')) state = 'unfinished';
      while (open.pop() !== undefined) sink.close();
      return { state, rootCount, depth, after };
    },
  };
}

const isNumber = (word: string): boolean =>
  !Number.isNaN(Number(word)) || word === 'NaN' || word === '-Infinity';

/** Of numbers and literals: letters, digits, `+`, `-`, `.`. */
const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  code === 45 ||
  code === 43 ||
  code === 46;
