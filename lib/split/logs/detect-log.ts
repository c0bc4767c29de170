import type { Evidence } from '../summarizer.ts';
import { detectJsonFormat } from './json-format.ts';
import type { LogFormat } from './log-entry.ts';
import { detectLogfmt, logfmtStart } from './logfmt-format.ts';
import { detectTextFormat, textStarts } from './text-format.ts';

const sampleLines = 200;

/** Asked several times of the same result. */
const known = new WeakMap<Evidence, LogFormat | null>();

/** How a result's lines tell what happened; `null`: it is no log. A source or a document never is. */
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
  // The last lines too: a program may say much before it begins to log.
  return detectIn(head) ?? (tail === head ? null : detectIn(tail.slice(tail.indexOf('\n') + 1)));
}

/** How a line of a log begins, of any format. */
const starts = new RegExp(
  `^(?:\\{|${[logfmtStart, ...textStarts].map(({ source }) => source.slice(1)).join('|')})`,
  'gm',
);

function detectIn(text: string): LogFormat | null {
  // No format is told by one line: most outputs are done with here.
  const [, second] = text.matchAll(starts);
  if (second === undefined) return null;
  const lines = text.split('\n', sampleLines).filter((line) => line.trim() !== '');
  return detectJsonFormat(lines) ?? detectLogfmt(lines) ?? detectTextFormat(lines);
}
