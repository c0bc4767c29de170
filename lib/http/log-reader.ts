import { limits } from '../core/limits.ts';
import { type FilteredLine, type LogFilter, noCounts } from '../core/log-filter.ts';
import { type LogLevel, readLogLine } from '../core/log-line.ts';
import { textPattern } from '../core/text-pattern.ts';

/** Of a longer line no more is held: what stands behind is not looked at. */
const heldCharacters = 64 * 1024;

/** Filters a log that streams by. Of the text it keeps no more than the line it is in. */
export interface LogReader {
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
  let held = '';
  let line = firstLine;
  let level: LogLevel | null = null;

  const read = (whole: string): FilteredLine | null => {
    const number = line;
    line += 1;
    const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    const { level: own, time, isContinuation } = readLogLine(text);
    if (own) counts[own.name] += 1;
    if (own || (time && !isContinuation)) level = own?.name ?? null;
    if (number < from) return null;
    if (wanted.size > 0 && (level === null || !wanted.has(level))) return null;
    if (pattern && !pattern.test(text)) return null;
    const isCut = text.length > limits.lineCharacters;
    return { line: number, text: isCut ? text.slice(0, limits.lineCharacters) : text, isCut };
  };

  return {
    push(text) {
      const found: FilteredLine[] = [];
      let at = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
        const row = read(held + text.slice(at, end));
        if (row) found.push(row);
        held = '';
        at = end + 1;
      }
      if (held.length < heldCharacters) held += text.slice(at, at + heldCharacters);
      return found;
    },
    finish() {
      if (held === '') return [];
      const row = read(held);
      held = '';
      return row ? [row] : [];
    },
    line: () => line,
    counts: () => counts,
  };
}
