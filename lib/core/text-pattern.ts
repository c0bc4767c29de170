/** A text that is searched for, literally. */
export interface TextQuery {
  query: string;
  isCaseSensitive: boolean;
}

/**
 * A query as a pattern. Case is ignored by Unicode's simple folding, which never changes a length, so every match is as
 * long as its query. A literal needs no backtracking: time grows with the text alone.
 */
export const textPattern = ({ query, isCaseSensitive }: TextQuery): RegExp =>
  new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu');

/** Where a query stands in a text, from the first on; none overlaps the one before. */
export function offsetsOf(text: string, query: TextQuery): number[] {
  if (query.query === '') return [];
  return Array.from(text.matchAll(textPattern(query)), ({ index }) => index);
}
