import type { FilterRecord, LogFilter } from '../../../lib/core/log-filter.ts';
import { linesOf } from '../lines-of.ts';

/**
 * A page of what a filter lets through, from a line on; records come in batches as they arrive. Never throws; given up, it ends
 * without a word.
 */
export async function* filterIn(
  baseUrl: string,
  { levels, query }: LogFilter,
  from: number | null,
  signal: AbortSignal,
): AsyncIterable<FilterRecord[]> {
  const parameters = new URLSearchParams({
    ...(levels.length > 0 ? { levels: levels.join(',') } : {}),
    ...(query === '' ? {} : { q: query }),
    ...(from === null ? {} : { from: String(from) }),
  });
  try {
    const response = await fetch(`${baseUrl}/filter?${parameters}`, { signal });
    if (response.body === null) throw new Error('no answer');
    if (!response.ok) return yield [await response.json()];
    for await (const lines of linesOf(response.body)) yield lines.map((line) => JSON.parse(line));
  } catch {
    // The network, or a stream that broke off: what was found so far stays.
    if (!signal.aborted) yield [{ error: 'The filter broke off.', code: 'network' }];
  }
}
