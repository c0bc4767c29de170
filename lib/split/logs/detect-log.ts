import type { Evidence } from '../summarizer.ts';
import { detectJsonFormat } from './json-format.ts';
import type { LogFormat } from './log-entry.ts';
import { detectLogfmt } from './logfmt-format.ts';
import { detectTextFormat } from './text-format.ts';

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

function detectIn(text: string): LogFormat | null {
  const lines = text.split('\n', sampleLines).filter((line) => line.trim() !== '');
  return detectJsonFormat(lines) ?? detectLogfmt(lines) ?? detectTextFormat(lines);
}
