/** A literal text to search for. */
export interface TextQuery {
  query: string;
  isCaseSensitive: boolean;
}

/**
 * A query as a pattern. Case is ignored by Unicode's simple folding, which never changes a length, so every
 * match is as long as its query. A literal needs no backtracking, so time is linear in the text.
 */
export const textPattern = ({ query, isCaseSensitive }: TextQuery): RegExp =>
  new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu');

/** Offsets of a query in a text, in order; matches do not overlap. */
export function offsetsOf(text: string, query: TextQuery): number[] {
  if (query.query === '') return [];
  return Array.from(text.matchAll(textPattern(query)), ({ index }) => index);
}
