import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import type { FilteredEnd, FilteredLine, FilterRecord } from '#lib/core/api/log-filter.ts';

/** Progress of a filter. */
export interface FilterState {
  rows: readonly FilteredLine[];
  /** The line where the next page begins; `null`: everything is loaded, or a page is loading. */
  next: number | null;
  counts: FilteredEnd['counts'];
  /** Number of all matching lines, once counted. */
  lines: number | null;
  /** The last line that was read; `null`: the first page is loading. */
  readTo: number | null;
  error: string | null;
}

export const beginFilter = (counts: FilteredEnd['counts']): FilterState => ({
  rows: [],
  next: null,
  counts,
  lines: null,
  readTo: null,
  error: null,
});

/**
 * Adds new records to the state. Pages arrive in order, so new rows only come after those that are loaded.
 */
export function addRecords(state: FilterState, records: readonly FilterRecord[]): FilterState {
  let next: FilterState = { ...state, error: null };
  const rows = [...state.rows];
  for (const record of records) {
    if ('rows' in record) rows.push(...record.rows);
    else if ('error' in record) {
      next.error = record.code === 'artifact_expired' ? 'This artifact has expired.' : record.error;
    } else {
      next = {
        ...next,
        next: record.next,
        counts: record.counts ?? next.counts,
        lines: record.lines ?? next.lines,
        readTo: record.readTo,
      };
    }
  }
  return { ...next, rows };
}

/** `412 of 18,422 lines`. */
export function formatFiltered({ rows, lines, next, readTo, error }: FilterState, lineCount: number): string {
  if (error !== null) return error;
  const all = formatCount(lineCount, 'line');
  if (readTo === null && rows.length === 0) return 'Searching';
  const count = Math.max(lines ?? 0, rows.length);
  if (count === 0) return `None of ${all}`;
  return `${formatNumber(count)}${lines === null && (next !== null || readTo === null) ? '+' : ''} of ${all}`;
}
