import { type LogLevel, logLevels } from '../algorithms/lines/log-line.ts';
import type { RecordFailure } from './record-failure.ts';

/** Which lines of a log to show. */
export interface LogFilter {
  /** Empty: any level. A line without a level has that of the line it continues. */
  levels: readonly LogLevel[];
  /** Text that the line contains, ignoring case; empty: any line. */
  query: string;
}

/** A line that matches the filter. */
export interface FilteredLine {
  /** Line number as people see it. */
  line: number;
  /** The first `limits.lineCharacters` characters of the line. */
  text: string;
  isCut: boolean;
}

/** The last record of a page. */
export interface FilteredEnd {
  done: true;
  /** Line number (as people see it) at which the next page begins; `null`: this is the last page. */
  next: number | null;
  /**
   * Lines per level in the whole log, if the page began at its first line; lines without their own level are
   * not counted.
   */
  counts: Record<LogLevel, number> | null;
  /** Number of lines that match in total, if counted. */
  lines: number | null;
  /** Number (as people see it) of the line after the last one that was read. */
  readTo: number;
}

export type FilterRecord = { rows: FilteredLine[] } | FilteredEnd | RecordFailure;

export const noCounts = (): Record<LogLevel, number> =>
  Object.fromEntries(logLevels.map((level) => [level, 0])) as Record<LogLevel, number>;
