import { skeletonOf } from '#lib/core/algorithms/text/look-alikes.ts';
import { limits } from '#lib/core/limits.ts';
import type { MemberRecord } from './member.ts';

/**
 * Characters not allowed in a name: controls, invisible characters, characters that change the reading
 * direction, and the blank Braille pattern.
 */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu;

/**
 * Normalises whatever a person typed or a provider sent: NFKC, one line, without hidden characters. Empty if
 * nothing visible remains.
 */
export function toMemberName(text: string): string {
  // Hidden characters first: they separate what NFKC would join.
  const shown = inOneLine(inOneLine(text).normalize('NFKC'));
  return [...shown].slice(0, limits.titleCharacters).join('').trim();
}

const inOneLine = (text: string): string =>
  text
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(hidden, '')
    .replace(/ +/g, ' ')
    .trim();

/** Whether people would confuse the two names. */
export const isSameName = (one: string, other: string): boolean =>
  skeletonOf(one) === skeletonOf(other) || one.toLowerCase() === other.toLowerCase();

/** All names under which members write or wrote. */
export const namesOfMembers = (members: readonly Pick<MemberRecord, 'name' | 'formerNames'>[]): string[] =>
  members.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]);

/** A new name, with those before: what was written under them stays theirs. The same name is none. */
export function renamed(
  { name: before, formerNames = [] }: Pick<MemberRecord, 'name' | 'formerNames'>,
  name: string,
): Pick<MemberRecord, 'name' | 'formerNames'> {
  const former = [...new Set([...formerNames, before])].filter((one) => one !== name);
  return { name, ...(former.length > 0 ? { formerNames: former } : {}) };
}

/** The name, followed by a number if somebody else has a name that looks the same: `Ada (2)`. */
export function toUniqueName(name: string, others: readonly string[]): string {
  const isFree = (wanted: string) => others.every((other) => !isSameName(wanted, other));
  let unique = name;
  for (let number = 2; !isFree(unique); number += 1) unique = `${name} (${number})`;
  return unique;
}
