import type { Evidence } from './summarizer.ts';

/** What no output but one kind's has by chance. */
export interface Mark {
  /** Words of which one stands in every text that has the mark. */
  words: Words;
  isIn(text: string): boolean;
}

/** Words to look for, each with the bits of its trigrams. */
export type Words = readonly { word: string; bits: Uint16Array }[];

/** @param words of three characters or more: where none stands, the mark is not looked for */
export const mark = (how: RegExp | Mark['isIn'], ...words: readonly [string, ...string[]]): Mark => ({
  words: wordsOf(...words),
  isIn: how instanceof RegExp ? (text) => how.test(text) : how,
});

/** One of the marks stands in the first or the last characters of a result. */
export const hasMark = (evidence: Evidence, marks: readonly Mark[]): boolean =>
  marks.some(
    ({ words, isIn }) =>
      holdsWord(evidence, words) &&
      (isIn(evidence.head) || (evidence.tail !== evidence.head && isIn(evidence.tail))),
  );

/** Of what says at its start what it is: in the first characters alone. */
export const beginHasMark = (evidence: Evidence, { words, isIn }: Mark): boolean =>
  holdsWord(evidence, words) && isIn(evidence.head);

export const wordsOf = (...words: readonly string[]): Words =>
  words.map((word) => {
    const bytes = Buffer.from(word, 'latin1');
    return { word, bits: Uint16Array.from(bytes.subarray(2), (_, at) => bitOf(bytes.readUIntBE(at, 3))) };
  });

/**
 * Whether one of the words stands in what is known of a result. A hundred summarizers ask for some words each, and nearly none stands
 * there: so the text is read once, for its trigrams, and only a word whose own are all among them is looked for (as in code search,
 * https://swtch.com/~rsc/regexp/regexp4.html).
 */
export function holdsWord(evidence: Evidence, words: Words): boolean {
  const { head, tail } = evidence;
  const current = trigramsOf(evidence);
  for (const { word, bits } of words)
    if (holdsAll(current, bits) && (head.includes(word) || tail.includes(word))) return true;
  return false;
}

/** A bit for each trigram, many share one: a few thousand different ones stand in a text. */
const bitCount = 1 << 15;

/** Spreads trigrams by Fibonacci hashing. */
const bitOf = (trigram: number): number => Math.imul(trigram, 0x9e3779b1) >>> 17;

const known = new WeakMap<Evidence, Int32Array>();

function trigramsOf(evidence: Evidence): Int32Array {
  const before = known.get(evidence);
  if (before !== undefined) return before;
  const current = new Int32Array(bitCount / 32);
  addTrigrams(current, evidence.head);
  if (evidence.tail !== evidence.head) addTrigrams(current, evidence.tail);
  known.set(evidence, current);
  return current;
}

/** Of other scripts the low bytes are enough to rule words out; bytes are read several times as fast as characters. */
function addTrigrams(current: Int32Array, text: string): void {
  let trigram = 0;
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += 1) {
    trigram = ((trigram << 8) | (bytes[at] ?? 0)) & 0xffffff;
    const bit = bitOf(trigram);
    current[bit >> 5] = (current[bit >> 5] ?? 0) | (1 << bit);
  }
}

function holdsAll(current: Int32Array, bits: Uint16Array): boolean {
  for (let at = 0; at < bits.length; at += 1) {
    const bit = bits[at] ?? 0;
    if ((((current[bit >> 5] ?? 0) >> bit) & 1) === 0) return false;
  }
  return true;
}
