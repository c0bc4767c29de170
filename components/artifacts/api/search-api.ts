import type { TextQuery } from '#lib/core/algorithms/text/text-pattern.ts';
import type { SearchRecord } from '#lib/core/api/artifact-search.ts';
import { recordsOf } from './records-of.ts';

/** A record of the server's response to a search, or that it did not answer. */
export type SearchAnswer = SearchRecord;

/** Searches an artifact; results come in batches as they arrive. Never throws; ends silently when aborted. */
export function searchIn(
  baseUrl: string,
  { query, isCaseSensitive }: TextQuery,
  signal: AbortSignal,
): AsyncIterable<SearchAnswer[]> {
  const parameters = new URLSearchParams({ q: query, ...(isCaseSensitive ? { case: '1' } : {}) });
  return recordsOf(`${baseUrl}/search?${parameters}`, signal, 'The search stopped early. Try again.');
}
