import { hasFailed } from '../core/vocabulary/has-failed.ts';
import type { Problem } from '../core/vocabulary/problem.ts';
import { type Fact, ranks } from './facts.ts';

/** A location in a file, or in a program read from a stream: `[stdin]:3`. */
const location = /^((?:(?=\S*[./])\S+?|[[<]\w+[\]>]):\d+)(?::\d+)?(?: +|$)/;
/** A location that a stack prints after an error, or before it. */
const stackLocation = /^at (\S+?:\d+)(?::\d+)?(?: |$)/;

/**
 * What went wrong in a command, in the order the split ranked it; facts about one line are one problem. After
 * success the same ranks describe results, so there are no problems.
 */
export function problemsOf(facts: readonly Fact[], exitCode: number | null): Problem[] {
  if (!hasFailed(exitCode)) return [];
  const byLine = new Map<number, string[]>();
  for (const { rank, line, text, isProblem } of facts) {
    if (line === undefined || isProblem === false || (rank >= ranks.spread && !isProblem)) continue;
    const message = text.startsWith(`${line}: `) ? text.slice(`${line}: `.length) : text;
    byLine.set(line, [...(byLine.get(line) ?? []), message]);
  }
  const problems: Problem[] = [];
  for (const [line, texts] of byLine) {
    const last = problems.at(-1);
    const where = texts.length === 1 ? stackLocation.exec(texts[0] ?? '')?.[1] : undefined;
    if (where === undefined || !last) problems.push({ line, ...readTexts(texts) });
    else last.location ??= where;
  }
  return problems;
}

/**
 * A failure described at length comes in parts: its location, its message, and its name, which ends in a
 * colon.
 */
function readTexts(texts: readonly string[]): Omit<Problem, 'line'> {
  const read = texts.map(readText);
  const where = read.find((part) => part.location !== null)?.location ?? null;
  const parts = read.map(({ rest }) => rest).filter((remaining) => remaining !== '');
  const named = parts.find((remaining) => remaining.endsWith(':'));
  const text = parts.find((remaining) => remaining !== named);
  if (named !== undefined) return { name: named.slice(0, -1), message: text ?? null, location: where };
  const [, name = text ?? '', message = null] = /^(.+?): +(.+)$/s.exec(text ?? '') ?? [];
  return { name: name === '' ? (where ?? '') : name, message, location: where };
}

function readText(text: string): { location: string | null; rest: string } {
  const match = location.exec(text);
  return { location: match?.[1] ?? null, rest: match ? text.slice(match[0].length) : text };
}
