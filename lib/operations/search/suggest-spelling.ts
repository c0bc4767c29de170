import { editDistance } from '#lib/core/algorithms/text/edit-distance.ts';
import { foldCase } from '#lib/core/algorithms/text/fold-case.ts';
import { limits } from '#lib/core/limits.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { isActive } from '#lib/team/members.ts';
import { readerOf } from './reader-of.ts';

/** What is longer is no word that somebody misspelled. */
const longestWord = 60;

/**
 * Other words that occur in what a member may read, where one of theirs occurs nowhere: the nearest, and of
 * those the most frequent. `null`: every word occurs somewhere, or none is near enough.
 * @param words as `searchWords` gives them
 */
export async function suggestSpelling(
  stores: Services['stores'],
  member: Member,
  words: readonly string[],
): Promise<string[] | null> {
  if (words.length > limits.spelledWords) return null;
  const spelled = await Promise.all(words.map((word) => spell(stores, member, word)));
  const changed = spelled.filter((one) => one !== null);
  return changed.length === 0 ? null : words.map((word, at) => spelled[at] ?? word);
}

async function spell(stores: Services['stores'], member: Member, word: string): Promise<string | null> {
  const allowed = editsAllowed(word);
  if (allowed === 0) return null;
  if ((await textsWith(stores, member, word, 1)).length > 0) return null;
  const names = (await stores.members.list()).filter(isActive).map(({ name }) => name);
  const counts = new Map<string, number>();
  for (const text of [...names, ...(await textsLike(stores, member, word, allowed))]) {
    for (const one of wordsIn(text)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  let best: { word: string; distance: number; count: number } | null = null;
  for (const [one, count] of counts) {
    const distance = editDistance(word, one, allowed);
    if (distance > allowed) continue;
    const isBetter =
      best === null || distance < best.distance || (distance === best.distance && count > best.count);
    if (isBetter) best = { word: one, distance, count };
  }
  return best?.word ?? null;
}

const editsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Texts with a part of the word: of one part more than there are edits, at least one is as it was. */
async function textsLike(
  stores: Services['stores'],
  member: Member,
  word: string,
  edits: number,
): Promise<string[]> {
  const length = Math.ceil(word.length / (edits + 1));
  const parts = Array.from({ length: edits + 1 }, (_, at) => word.slice(at * length, (at + 1) * length));
  const found = await Promise.all(
    parts
      .filter((part) => part.length > 1)
      .map((part) => textsWith(stores, member, part, limits.spellingTexts)),
  );
  return found.flat();
}

async function textsWith(
  stores: Services['stores'],
  member: Member,
  part: string,
  limit: number,
): Promise<string[]> {
  const query = { words: [part], facets: [], ...readerOf(member), before: null, limit };
  return (await stores.search.search(query)).found.map(({ document }) => around(document.text, part));
}

/** The words around a part of one: a message may have thousands of others. */
function around(text: string, part: string): string {
  const at = Math.max(0, foldCase(text).indexOf(part));
  const start = Math.max(0, at - longestWord);
  const end = at + part.length + longestWord;
  const cut = text.slice(start, end);
  // Half a word at either end is none.
  const from = start === 0 ? cut : cut.replace(/^\S+\s/, '');
  return end < text.length ? from.replace(/\s\S+$/, '') : from;
}

/** Each once: between blanks, and also between what is neither letter nor digit. */
function wordsIn(text: string): Set<string> {
  const folded = foldCase(text);
  const short = folded.split(/\s+/).filter(({ length }) => length <= longestWord);
  const whole = short.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return new Set([...whole, ...folded.split(/[^\p{L}\p{N}]+/u)]);
}
