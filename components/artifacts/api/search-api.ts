import type { SearchRecord } from '../../../lib/core/artifact-search.ts';
import type { TextQuery } from '../../../lib/core/text-pattern.ts';
import { recordsOf } from './records-of.ts';

/** What the server says of a search, or that it did not answer. */
export type SearchAnswer = SearchRecord;

/** Searches an artifact; answers come in batches as they arrive. Never throws; an aborted search ends without a word. */
export function searchIn(
  baseUrl: string,
  { query, isCaseSensitive }: TextQuery,
  signal: AbortSignal,
): AsyncIterable<SearchAnswer[]> {
  const parameters = new URLSearchParams({ q: query, ...(isCaseSensitive ? { case: '1' } : {}) });
  return recordsOf(`${baseUrl}/search?${parameters}`, signal, 'The search stopped early. Try again.');
}
