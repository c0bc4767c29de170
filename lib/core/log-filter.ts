import { type LogLevel, logLevels } from './log-line.ts';
import type { RecordFailure } from './record-failure.ts';

/** Lines of a log that are wanted. */
export interface LogFilter {
  /** Empty: of any level. A line without one has that of the line it belongs to. */
  levels: readonly LogLevel[];
  /** In the line, whatever its case; empty: anything. */
  query: string;
}

/** A line that a filter lets through. */
export interface FilteredLine {
  /** By the number people see. */
  line: number;
  /** Up to `limits.lineCharacters` of it. */
  text: string;
  isCut: boolean;
}

/** The last record of a page. */
export interface FilteredEnd {
  done: true;
  /** Where the next page begins, by the number people see; `null`: there is no more. */
  next: number | null;
  /** Of the whole log, where the page began at its first line; lines without a level of their own are not counted. */
  counts: Record<LogLevel, number> | null;
  /** How many lines the filter lets through in all, where that was counted. */
  lines: number | null;
  /** The line after the last that was read, by the number people see. */
  readTo: number;
}

export type FilterRecord = { rows: FilteredLine[] } | FilteredEnd | RecordFailure;

export const noCounts = (): Record<LogLevel, number> =>
  Object.fromEntries(logLevels.map((level) => [level, 0])) as Record<LogLevel, number>;
