import { detachText } from '../detach-text.ts';
import { decodeJsonText } from './decode-json-text.ts';
import { createJsonStrings } from './json-strings.ts';
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
const longestWord = 400;
const afterCharacters = 500;

type Expects = 'value' | 'key' | 'colon' | 'end';

/**
 * Reads JSON as it streams by, one value or many, in one pass: nothing is held but the start of the string it is in. Comments and
 * commas before an end are let pass, as editors' own files have them, and what Python prints of its own values is read alike.
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
  let commentEnd = '\n';

  const stop = (why: JsonEnd['state']) => {
    state = why;
    reads = 'nothing';
  };
  const endValue = () => {
    if (open.length === 0) rootCount += 1;
    expects = open.length === 0 ? 'value' : 'end';
  };
  const strings = createJsonStrings(sink, (raw, characters, asKey) => {
    const text = raw.includes('\\') ? decodeJsonText(raw) : raw;
    if (asKey) {
      sink.key(text);
      expects = 'colon';
    } else {
      sink.string(text, characters);
      endValue();
    }
  });
  const goOnString = (end: number): number => {
    reads = strings.isOpen ? 'string' : 'structure';
    return end;
  };
  const giveWord = (word: string) => {
    // Digits and signs come before all letters.
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
    const word = reads === 'word' ? held + block.slice(from, end) : block.slice(from, end);
    if (word.length > longestWord) stop('broken');
    else if (end < block.length) {
      reads = 'structure';
      giveWord(word);
    } else {
      reads = 'word';
      held = word;
    }
    return end;
  };
  const takeComment = (block: string, from: number): number => {
    const end = block.indexOf(commentEnd, from);
    if (end === -1) return block.length;
    reads = 'structure';
    return end + commentEnd.length;
  };
  const close = (asObject: boolean): boolean => {
    if (open.length === 0 || open[open.length - 1] !== asObject || expects === 'colon') return false;
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
    expects = wanted === 'end' && open[open.length - 1] === true ? 'key' : 'value';
    return true;
  };
  const beginComment = (next: number): boolean => {
    if (next !== 47 && next !== 42) return false;
    reads = 'comment';
    commentEnd = next === 42 ? '*/' : '\n';
    return true;
  };
  /** A value that begins with this may stand here. Behind a document a word is a word of something else. */
  const mayBeWord = (code: number): boolean =>
    expects === 'value' && isWordCode(code) && !(open.length === 0 && rootCount > 0 && code >= 65);
  /** @returns where to go on; -1: the character may not stand here */
  const takeMark = (code: number, block: string, place: number): number => {
    let mayStand = false;
    if (code === 0x22 || code === 0x27) {
      if (expects !== 'value' && expects !== 'key') return -1;
      return goOnString(strings.begin(block, place + 1, code === 0x22 ? '"' : "'", expects === 'key'));
    }
    if (code === 0x2c) mayStand = separate('end');
    else if (code === 0x3a) mayStand = separate('colon');
    else if (code === 0x7b) mayStand = openOne(true);
    else if (code === 0x7d) mayStand = close(true);
    else if (code === 0x5b) mayStand = openOne(false);
    else if (code === 0x5d) mayStand = close(false);
    else if (code === 0x2f) mayStand = beginComment(block.charCodeAt(place + 1));
    else return mayBeWord(code) ? takeWord(block, place) : -1;
    return mayStand ? place + 1 : -1;
  };
  const takeStructure = (block: string, from: number): number => {
    let place = from;
    while (place < block.length && reads === 'structure') {
      const code = block.charCodeAt(place);
      if (code <= 32) {
        place += 1;
        continue;
      }
      const next = takeMark(code, block, place);
      if (next === -1) {
        if (open.length === 0 && rootCount > 0) after = block.slice(place, place + afterCharacters);
        stop(after === '' ? 'broken' : 'whole');
        return place;
      }
      place = next;
    }
    return place;
  };
  const scan = (block: string) => {
    let place = 0;
    while (place < block.length && reads !== 'nothing') {
      if (reads === 'structure') place = takeStructure(block, place);
      else if (reads === 'string') place = goOnString(strings.goOn(block, place));
      else if (reads === 'word') place = takeWord(block, place);
      else place = takeComment(block, place);
    }
  };
  return {
    push(piece) {
      for (let from = 0; from < piece.length && reads !== 'nothing'; from += blockCharacters) {
        scan(detachText(piece.slice(from, from + blockCharacters)));
      }
    },
    finish() {
      if (reads === 'word' && open.length === 0) giveWord(held);
      if (state === 'whole' && (open.length > 0 || reads === 'string')) state = 'unfinished';
      while (open.pop() !== undefined) sink.close();
      return { state, rootCount, depth, after };
    },
  };
}

const literals = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** Of numbers and literals: letters, digits, `+`, `-`, `.`. */
const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  code === 45 ||
  code === 43 ||
  code === 46;
