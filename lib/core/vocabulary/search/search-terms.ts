import { foldCase } from '#lib/core/algorithms/text/fold-case.ts';
import { gramsOf, termOf } from '#lib/core/algorithms/text/grams.ts';
import type { SearchDocument } from './search-document.ts';

/**
 * What a search asks of a document: words that each occur somewhere in its text, in any case, and facets
 * that it has.
 */
export interface SearchConditions {
  words: readonly string[];
  facets: readonly string[];
}

/**
 * A text without the backticks and escapes of Markdown, which people may see or not: neither documents nor
 * queries have them.
 */
export const searchableText = (text: string): string =>
  text.replaceAll('`', '').replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** The words of what somebody typed, as they are compared. */
export const searchWords = (query: string): string[] => [
  ...new Set(foldCase(searchableText(query)).split(/\s+/).filter(Boolean)),
];

/** The terms under which an index has a document. */
export const termsOf = ({ text, facets }: Pick<SearchDocument, 'text' | 'facets'>): Set<number> => {
  const terms = gramsOf(foldCase(text));
  for (const facet of facets) terms.add(termOf(facet));
  return terms;
};

/** Terms that every match has. Other documents have them too: what an index finds is compared by `isMatch`. */
export function requiredTerms({ words, facets }: SearchConditions): Set<number> {
  const terms = new Set(facets.map(termOf));
  for (const word of words) {
    for (const gram of gramsOf(word, longestGramOf(word))) terms.add(gram);
  }
  return terms;
}

/** Whether a document fulfils the conditions. */
export function isMatch(
  document: Pick<SearchDocument, 'text' | 'facets'>,
  { words, facets }: SearchConditions,
): boolean {
  if (!facets.every((facet) => document.facets.includes(facet))) return false;
  const text = foldCase(document.text);
  return words.every((word) => text.includes(word));
}

/** Shorter ones add nothing to the longest. */
const longestGramOf = (word: string): number => Math.min(word.length, 3);
