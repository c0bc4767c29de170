import type { FilteredEnd, FilteredLine, FilterRecord } from '../../../../lib/core/log-filter.ts';
import { formatCount, formatNumber } from '../../../ui/format-number.ts';

/** How far a filter has come. */
export interface FilterState {
  rows: readonly FilteredLine[];
  /** Where what is not here yet begins; `null`: here is all there is, or a page is on its way. */
  next: number | null;
  counts: FilteredEnd['counts'];
  /** All lines that come through, where they were counted. */
  lines: number | null;
  /** Up to where it was read; `null`: the first page is on its way. */
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

/** What came of it since. Pages follow each other, so rows only ever come behind those that are here. */
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
