import { cutText } from '../../core/cut-text.ts';
import { limits } from '../../core/limits.ts';
import { createLineFeed } from '../../core/line-feed.ts';
import { type FilteredLine, type LogFilter, noCounts } from '../../core/log-filter.ts';
import { type LogLevel, readLogLine } from '../../core/log-line.ts';
import { textPattern } from '../../core/text-pattern.ts';

/** Of a longer line no more is held: what stands behind is not looked at. */
const maxCharacters = 64 * 1024;

/** Filters a log that streams by. Of the text it keeps no more than the line it is in. */
interface LogReader {
  /** The next piece, cut anywhere. */
  push(text: string): FilteredLine[];
  /** The last line, where no newline ends it. */
  finish(): FilteredLine[];
  /** The number of the line that is read next. */
  line(): number;
  /** How many lines had each level of their own. */
  counts(): Record<LogLevel, number>;
}

/**
 * @param firstLine the number of the first line that is pushed
 * @param from lines before it are only read: their levels may go on
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
