import { formatNumber } from '#components/ui/format-number.ts';
import type { LogLevel } from '#lib/core/algorithms/lines/log-line.ts';
import type { FilteredLine } from '#lib/core/api/log-filter.ts';

/** The lines of a log that people look for first: errors and warnings. */
export interface NotableLines {
  rows: readonly Pick<FilteredLine, 'line' | 'text'>[];
  /** Counts over the whole log. */
  counts: Record<LogLevel, number>;
}

export const notableLevels = ['error', 'warn'] as const;

/** Adds the log's first lines up to `count` rows, in the order of the log. */
export function withFirstLines(
  rows: NotableLines['rows'],
  firstLines: readonly string[],
  firstLine: number,
  count: number,
): NotableLines['rows'] {
  const known = new Set(rows.map(({ line }) => line));
  const more = firstLines
    .map((text, index) => ({ line: firstLine + index, text }))
    .filter(({ line }) => !known.has(line))
    .slice(0, Math.max(0, count - rows.length));
  return [...rows, ...more].toSorted((one, other) => one.line - other.line);
}

/** `12 of 14 warnings`. The lines under an error are shown with it and are not counted. */
export function describeNotableLines({ rows, counts }: NotableLines): string {
  const all = counts.error + counts.warn;
  const noun =
    counts.warn === 0
      ? `error${all === 1 ? '' : 's'}`
      : counts.error === 0
        ? `warning${all === 1 ? '' : 's'}`
        : 'errors and warnings';
  return `${rows.length < all ? `${formatNumber(rows.length)} of ` : ''}${formatNumber(all)} ${noun}`;
}
