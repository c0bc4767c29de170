import type { SearchFailure, SearchRecord } from '../../lib/core/artifact-search.ts';
import type { TextQuery } from '../../lib/core/text-pattern.ts';
import { linesOf } from './lines-of.ts';

/** What the server says of a search, or that it did not answer. */
export type SearchAnswer = Exclude<SearchRecord, SearchFailure> | { error: string; code: string };

/** Searches an artifact; answers come in batches as they arrive. Never throws; an aborted search ends without a word. */
export async function* searchIn(
  baseUrl: string,
  { query, isCaseSensitive }: TextQuery,
  signal: AbortSignal,
): AsyncIterable<SearchAnswer[]> {
  const parameters = new URLSearchParams({ q: query, ...(isCaseSensitive ? { case: '1' } : {}) });
  try {
    const response = await fetch(`${baseUrl}/search?${parameters}`, { signal });
    if (response.body === null) throw new Error('no answer');
    if (!response.ok) return yield [await response.json()];
    for await (const lines of linesOf(response.body)) yield lines.map((line) => JSON.parse(line));
  } catch {
    // The network, or a stream that broke off: what was found so far stays.
    if (!signal.aborted) yield [{ error: 'The search broke off.', code: 'network' }];
  }
}
