import type { Segment } from '#components/artifacts/text/code-segments.ts';
import { type LogPosition, readLogLine } from '#lib/core/algorithms/lines/log-line.ts';

/** The date, if there is one, and the time to the second. */
const dayAndSecond = /^(.*?)(\d{2}:\d{2}:\d{2})/;

/** A line's segments, and its timestamp. */
interface LogSegments {
  segments: Segment[];
  /** `null`: the line has none, so the timestamp before still applies. */
  time: string | null;
}

/** @param before the previous line's timestamp, to fold a repeated date or second; `null`: folds nothing */
function logSegments(text: string, before: string | null): LogSegments {
  const { time, level, isContinuation } = readLogLine(text);
  if (isContinuation) return { segments: [{ text, className: 'log-under' }], time: null };
  const message = time && text.slice(time.from, time.to);
  const segments: Segment[] = [];
  let at = 0;
  const add = (location: LogPosition, className: string) => {
    if (location.from > at) segments.push({ text: text.slice(at, location.from), className: '' });
    if (location.to > location.from)
      segments.push({ text: text.slice(location.from, location.to), className });
    at = Math.max(at, location.to);
  };
  if (time && message !== null) {
    const folded = time.from + foldedLength(message, before);
    add({ from: 0, to: time.from }, 'log-under');
    add({ from: time.from, to: folded }, 'log-time folded');
    add({ from: folded, to: time.to }, 'log-time');
  }
  if (level && level.from >= at) add(level, `log-level ${level.name}`);
  add({ from: text.length, to: text.length }, '');
  return { segments, time: message };
}

/** How much of a timestamp repeats the line before: up to its second, or its date. */
function foldedLength(time: string, before: string | null): number {
  const now = dayAndSecond.exec(time);
  const past = before === null ? null : dayAndSecond.exec(before);
  if (!now || !past || now[1] !== past[1]) return 0;
  return now[2] === past[2] ? now[0].length : (now[1]?.length ?? 0);
}

/** Segments of consecutive lines. The first shows its timestamp in full. */
export function segmentsOfLines(lines: readonly string[]): Segment[][] {
  let before: string | null = null;
  return lines.map((line) => {
    const { segments, time } = logSegments(line, before);
    before = time ?? before;
    return segments;
  });
}
