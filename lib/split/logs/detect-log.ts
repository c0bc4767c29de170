import type { Evidence } from '../summarizer.ts';
import { detectJsonFormat } from './json-format.ts';
import type { LogFormat } from './log-entry.ts';
import { detectLogfmt, logfmtStart } from './logfmt-format.ts';
import { detectTextFormat, textStarts } from './text-format.ts';

const sampleLines = 200;

/** Detection runs several times for the same result. */
const known = new WeakMap<Evidence, LogFormat | null>();

/** The log format of a result's lines; `null`: not a log. Source code and documents are never logs. */
export function detectLog(evidence: Evidence): LogFormat | null {
  const before = known.get(evidence);
  if (before !== undefined) return before;
  const format = formatOf(evidence);
  known.set(evidence, format);
  return format;
}

function formatOf({ type, language, head, tail }: Evidence): LogFormat | null {
  const isDocument =
    type === 'markdown' || type === 'html' || type === 'diff' || type === 'tree' || type === 'matches';
  if (isDocument || (type === 'file' && language !== null && language !== 'json')) return null;
  // Checks the last lines too: a program may print a lot before it starts to log.
  return detectIn(head) ?? (tail === head ? null : detectIn(tail.slice(tail.indexOf('\n') + 1)));
}

/** Matches the start of a log line in any format. */
const starts = new RegExp(
  `^(?:\\{|${[logfmtStart, ...textStarts].map(({ source }) => source.slice(1)).join('|')})`,
  'gm',
);

function detectIn(text: string): LogFormat | null {
  // One line is not enough to detect a format; this rules out most outputs.
  const [, second] = text.matchAll(starts);
  if (second === undefined) return null;
  const lines = text.split('\n', sampleLines).filter((line) => line.trim() !== '');
  return detectJsonFormat(lines) ?? detectLogfmt(lines) ?? detectTextFormat(lines);
}
