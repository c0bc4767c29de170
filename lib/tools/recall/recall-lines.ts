import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { takeTokens } from '#lib/split/take-tokens.ts';
import { parseLineRanges } from './line-ranges.ts';
import type { RecallBudget } from './recall-budget.ts';
import type { RecallProblem } from './recall-problem.ts';
import type { RecallSource } from './recall-source.ts';

interface NumberedLine {
  /** As people see it; `null`: the line only says that lines are left out. */
  number: number | null;
  text: string;
}

/** Lines by the numbers people see. `null`: the artifact has expired in the meantime. */
export async function recallLines(
  source: RecallSource,
  asked: string,
  budget: RecallBudget,
): Promise<string | RecallProblem | null> {
  const shift = source.firstLine - 1;
  const last = shift + source.lineCount;
  const ranges = parseLineRanges(asked, { first: shift + 1, last });
  if (ranges === null) {
    return {
      problem: `"${asked.slice(0, 40)}" is no range of lines: give it as "40-62", "40-", "last 20", or several with commas`,
    };
  }
  const there = ranges.filter(({ from, to }) => from <= last && to > shift);
  if (there.length === 0) return { problem: `${source.title} has the lines ${shift + 1}-${last}` };
  const lines: NumberedLine[] = [];
  for (const range of there) {
    const window = await source.readLines({ from: Math.max(1, range.from - shift), to: range.to - shift });
    if (window === null) return null;
    if (lines.length > 0) lines.push({ number: null, text: '--' });
    lines.push(...numberLines(window, shift));
    const end = Math.min(range.to, last);
    const next = window.to + shift + 1;
    if (next <= end)
      lines.push({ number: null, text: `(cut at line ${next - 1}: ${goOn({ from: next, to: end })})` });
  }
  return boundLines(
    lines,
    { from: there[0]?.from ?? 1, to: Math.min(last, there.at(-1)?.to ?? last) },
    budget,
  );
}

const numberLines = (window: LineWindow, shift: number): NumberedLine[] =>
  window.lines.map((line, index) => {
    const number = window.from + shift + index;
    return { number, text: `${number}\t${line}${restOf(window, index)}` };
  });

/** The note at the end of a line of which the window shows only the start. */
function restOf({ from, cut }: LineWindow, index: number): string {
  const found = cut.find(({ line }) => line === from + index);
  return found
    ? `… (the line has ${found.byteLength.toLocaleString('en-US')} bytes: find more of it by a query)`
    : '';
}

const goOn = ({ from, to }: LineRange): string =>
  `go on with lines "${from === to ? from : `${from}-${to}`}"`;

/** As many lines as fit, and where to continue. */
function boundLines(lines: NumberedLine[], asked: LineRange, { maxTokens, count }: RecallBudget): string {
  const text = lines.map((line) => line.text).join('\n');
  const fitting = takeTokens(text, maxTokens, count);
  if (fitting === text) return text;
  const limit = maxTokens.toLocaleString('en-US');
  const note = (next: number | null) =>
    next === null
      ? `(cut at ${limit} tokens, within a line: find more of it by a query)`
      : `(cut at ${limit} tokens: ${goOn({ from: next, to: Math.max(next, asked.to) })})`;
  const room = maxTokens - Math.max(count(note(null)), count(note(asked.to))) - 1;
  const shown = takeTokens(text, Math.max(1, room), count);
  const whole = shown.split('\n').length - 1;
  const next = lines.slice(whole).find(({ number }) => number !== null)?.number ?? null;
  return `${shown.trimEnd()}\n${note(whole === 0 ? null : next)}`;
}
