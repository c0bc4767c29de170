import { recordsOf } from '#components/artifacts/api/records-of.ts';
import type { FilterRecord, LogFilter } from '#lib/core/api/log-filter.ts';

/**
 * A page of the lines that match a filter, from a given line on; records come in batches as they arrive.
 * Never throws; ends silently when aborted.
 */
export function filterIn(
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
  return recordsOf(`${baseUrl}/filter?${parameters}`, signal, 'The filter stopped early. Try again.');
}
