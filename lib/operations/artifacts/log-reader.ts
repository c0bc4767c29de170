import { createLineFeed } from '#lib/core/algorithms/lines/line-feed.ts';
import { type LogLevel, readLogLine } from '#lib/core/algorithms/lines/log-line.ts';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { textPattern } from '#lib/core/algorithms/text/text-pattern.ts';
import { type FilteredLine, type LogFilter, noCounts } from '#lib/core/api/log-filter.ts';
import { limits } from '#lib/core/limits.ts';

/** Longer lines are buffered up to here; the rest is not filtered. */
const maxCharacters = 64 * 1024;

/** Filters a streamed log. It buffers only the current line. */
interface LogReader {
  /** Processes the next piece, which may be cut anywhere. */
  push(text: string): FilteredLine[];
  /** Returns the last line if no newline ends it. */
  finish(): FilteredLine[];
  /** The number of the next line. */
  line(): number;
  /** Number of lines at each level. */
  counts(): Record<LogLevel, number>;
}

/**
 * @param firstLine the number of the first line that is pushed
 * @param from earlier lines are only read for their level, which later lines may continue
 */
export function createLogReader(filter: LogFilter, firstLine: number, from: number): LogReader {
  const wanted = new Set(filter.levels);
  const pattern =
    filter.query === ''
      ? null
      : new RegExp(textPattern({ query: filter.query, isCaseSensitive: false }), 'iu');
  const counts = noCounts();
  const feed = createLineFeed(maxCharacters);
  let line = firstLine;
  let level: LogLevel | null = null;

  const read = (text: string): FilteredLine | null => {
    const number = line;
    line += 1;
    const { level: own, time } = readLogLine(text);
    if (own) counts[own.name] += 1;
    if (own || time) level = own?.name ?? null;
    if (number < from) return null;
    if (wanted.size > 0 && (level === null || !wanted.has(level))) return null;
    if (pattern && !pattern.test(text)) return null;
    const isCut = text.length > limits.lineCharacters;
    return { line: number, text: isCut ? cutText(text, limits.lineCharacters) : text, isCut };
  };

  const readAll = (texts: readonly string[]): FilteredLine[] => texts.flatMap((text) => read(text) ?? []);

  return {
    push: (text) => readAll(feed.push(text)),
    finish: () => readAll(feed.finish()),
    line: () => line,
    counts: () => counts,
  };
}
