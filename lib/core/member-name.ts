import { limits } from './limits.ts';
import { skeletonOf } from './look-alikes.ts';

/** What a name has no use for: controls, what does not show or turns the direction of a line, and the blank that is a sign. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu;

/**
 * A name as it is kept, from whatever a person typed or a provider says: NFKC, in one line, without hidden characters. Empty
 * where nothing of it shows.
 */
export function toMemberName(text: string): string {
  // Hidden characters first: they keep apart what NFKC joins.
  const shown = inOneLine(inOneLine(text).normalize('NFKC'));
  return [...shown].slice(0, limits.titleCharacters).join('').trim();
}

const inOneLine = (text: string): string =>
  text
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(hidden, '')
    .replace(/ +/g, ' ')
    .trim();

/** Whether people would take one for the other. */
export const isSameName = (one: string, other: string): boolean =>
  skeletonOf(one) === skeletonOf(other) || one.toLowerCase() === other.toLowerCase();

/** The name, or with a number behind it where somebody else has one that looks the same: `Ada (2)`. */
export function toUniqueName(name: string, others: readonly string[]): string {
  const isFree = (wanted: string) => others.every((other) => !isSameName(wanted, other));
  let unique = name;
  for (let number = 2; !isFree(unique); number += 1) unique = `${name} (${number})`;
  return unique;
}
