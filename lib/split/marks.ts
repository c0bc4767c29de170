import type { Evidence } from './summarizer.ts';

/** A phrase or pattern that appears only in one kind of output. */
export interface Mark {
  /** Every text with the mark contains at least one of these words. */
  words: Words;
  isIn(text: string): boolean;
}

/** Words to search for, each with the bits of its trigrams. */
export type Words = readonly { word: string; bits: Uint16Array }[];

/** @param words of three characters or more; the mark is searched for only where one of them is present */
export const mark = (how: RegExp | Mark['isIn'], ...words: readonly [string, ...string[]]): Mark => ({
  words: wordsOf(...words),
  isIn: how instanceof RegExp ? (text) => how.test(text) : how,
});

/** Whether one of the marks is in the first or the last characters of a result. */
export const hasMark = (evidence: Evidence, marks: readonly Mark[]): boolean =>
  marks.some(
    ({ words, isIn }) =>
      holdsWord(evidence, words) &&
      (isIn(evidence.head) || (evidence.tail !== evidence.head && isIn(evidence.tail))),
  );

/** Checks only the first characters, for output that identifies itself at the start. */
export const beginHasMark = (evidence: Evidence, { words, isIn }: Mark): boolean =>
  holdsWord(evidence, words) && isIn(evidence.head);

export const wordsOf = (...words: readonly string[]): Words =>
  words.map((word) => {
    const bytes = Buffer.from(word, 'latin1');
    return { word, bits: Uint16Array.from(bytes.subarray(2), (_, at) => bitOf(bytes.readUIntBE(at, 3))) };
  });

/**
 * Whether a result's edges contain one of the words. A hundred summarizers ask for a few words each, and
 * almost none is present, so the text is read once for its trigrams, and a word is searched for only if all
 * its trigrams occur (as in code search, https://swtch.com/~rsc/regexp/regexp4.html).
 */
export function holdsWord(evidence: Evidence, words: Words): boolean {
  const { head, tail } = evidence;
  const current = trigramsOf(evidence);
  for (const { word, bits } of words)
    if (holdsAll(current, bits) && (head.includes(word) || tail.includes(word))) return true;
  return false;
}

/** Size of the trigram bit set. Trigrams may share a bit; a text has a few thousand distinct ones. */
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

/**
 * For non-Latin scripts the low bytes are enough to rule words out; bytes are read several times as fast as
 * characters.
 */
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
