import type { Program } from '../command-line.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { hasMark, type Mark } from '../marks.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally, type Tally } from '../tally.ts';

type Meaning =
  /** The overall result of a run; of several runs, all are given. */
  | 'verdict'
  /** A figure that is printed again and again: the last match of each rule counts. */
  | 'progress'
  /** Something went wrong. */
  | 'failure'
  /** Details of the failure above. */
  | 'explains'
  /** What the next failures belong to. */
  | 'heading'
  /** Worth showing. */
  | 'shown'
  /** One of many, shown as a count. */
  | 'counted';

interface LineRule {
  means: Meaning;
  pattern: RegExp;
  /** Of `shown`: begins with the heading it is below. */
  isHeaded?: true;
  /** The text in the view's words. Default: the first group, or the whole line. */
  as?(match: RegExpExecArray): string;
}

/** How a program reports its work, line by line. */
export interface LineDialect {
  kind: string;
  isNamed(program: Program): boolean;
  marks: readonly Mark[];
  /** The first matching rule decides. */
  rules: readonly LineRule[];
}

const maxFailures = 100;
const maxExplanations = 4;
const maxFactLines = 60;
const characters = 160;
const maxNeededFacts = 4;
/** One of each of several benchmarks. */
const maxHeadedFacts = 16;
const maxVerdicts = 4;

interface Failure {
  text: string;
  line: number;
  explanations: string[];
}

/** A summarizer for a program whose lines can each be interpreted on their own. */
export const lineSummarizer = ({ kind, isNamed, marks, rules }: LineDialect): Summarizer => ({
  kind,
  covers: 'part',
  recognise(evidence) {
    const { type, programs } = evidence;
    if (type !== 'terminal' && type !== 'text' && type !== 'log') return null;
    if (programs.some(isNamed)) return 'named';
    return hasMark(evidence, marks) ? 'marked' : null;
  },
  read: () => readLines(kind, rules),
});

/** What the rules found so far. */
interface LineReading {
  readonly kind: string;
  readonly rules: readonly LineRule[];
  readonly verdicts: Map<LineRule, Tally>;
  readonly progress: Map<LineRule, string>;
  readonly failures: Failure[];
  readonly parts: { text: string; line: number; isNeeded: boolean }[];
  readonly counts: ReturnType<typeof createTally>;
  failureCount: number;
  factCount: number;
  heading: string;
  isBelow: boolean;
}

function readLines(kind: string, rules: readonly LineRule[]): Reader {
  const reading = initialReading(kind, rules);
  return {
    line: (text, number) => readLine(reading, text, number),
    finish: () => finishReading(reading),
  };
}

const initialReading = (kind: string, rules: readonly LineRule[]): LineReading => ({
  kind,
  rules,
  verdicts: new Map<LineRule, Tally>(),
  progress: new Map<LineRule, string>(),
  failures: [],
  parts: [],
  counts: createTally(30),
  failureCount: 0,
  factCount: 0,
  heading: '',
  isBelow: false,
});

function readLine(reading: LineReading, text: string, number: number) {
  if (text === '') return;
  for (const rule of reading.rules) {
    if (rule.means === 'explains' && !reading.isBelow) continue;
    const match = rule.pattern.exec(text);
    if (!match) continue;
    const matched = quote((rule.as?.(match) ?? match[1] ?? match[0]).trim(), characters);
    const shown = rule.isHeaded && reading.heading !== '' ? `${reading.heading}: ${matched}` : matched;
    if (matched !== '') take(reading, rule, shown, number);
    return;
  }
}

function finishReading(reading: LineReading): Summary | null {
  if (
    reading.verdicts.size +
      reading.progress.size +
      reading.failureCount +
      reading.factCount +
      reading.counts.total ===
    0
  )
    return null;
  return {
    kind: reading.kind,
    verdict: [
      ...reading.counts.top(8).map(({ name, count }) => `${figure(count)} ${name}`),
      ...[...reading.verdicts.values()].flatMap(inOrder),
      ...reading.progress.values(),
    ],
    explainsFailure: reading.failureCount > 0,
    sections: [
      lines(
        'failure',
        reading.failureCount,
        reading.failures.map(({ text, line, explanations }, index) => ({
          rank: (index < 3 ? ranks.cause : ranks.failure) + index / 10,
          line,
          text: [text, ...explanations].join('; '),
          isProblem: true,
        })),
      ),
      lines(
        null,
        reading.factCount,
        reading.parts.map(({ text, line, isNeeded }, index) => ({
          rank: (isNeeded ? ranks.spread : ranks.sample) + index / 10,
          line,
          text: `${line}: ${text}`,
        })),
      ),
    ],
  };
}

function fail(reading: LineReading, text: string, line: number): void {
  reading.failureCount += 1;
  reading.isBelow = reading.failures.length < maxFailures;
  if (reading.isBelow)
    reading.failures.push({
      text: reading.heading === '' ? text : `${reading.heading}: ${text}`,
      line,
      explanations: [],
    });
}

function take(reading: LineReading, rule: LineRule, text: string, line: number): void {
  switch (rule.means) {
    case 'verdict': {
      const known = reading.verdicts.get(rule) ?? createTally(50);
      reading.verdicts.set(rule, known);
      known.add(text);
      return;
    }
    case 'progress':
      reading.progress.set(rule, text);
      return;
    case 'failure':
      fail(reading, text, line);
      return;
    case 'heading':
      reading.heading = text;
      reading.isBelow = false;
      return;
    case 'counted':
      reading.counts.add(text);
      return;
    case 'explains': {
      const last = reading.failures.at(-1);
      if (reading.isBelow && last && last.explanations.length < maxExplanations) last.explanations.push(text);
      return;
    }
    case 'shown':
      // What follows is about this.
      reading.isBelow = false;
      reading.factCount += 1;
      if (reading.parts.length < maxFactLines)
        reading.parts.push({
          text,
          line,
          isNeeded: reading.parts.length < (rule.isHeaded ? maxHeadedFacts : maxNeededFacts),
        });
  }
}

/** `Plan: 8 to add`, `No changes (×2)`: what several runs came to. */
function inOrder(tally: Tally): string[] {
  const shown = tally
    .top(maxVerdicts)
    .map(({ name, count }) => (count > 1 ? `${name} (×${figure(count)})` : name));
  const more = (tally.distinct ?? Number.POSITIVE_INFINITY) - shown.length;
  return more > 0
    ? [...shown, `… ${tally.distinct === null ? 'and others' : `${figure(more)} more`}`]
    : shown;
}

const lines = (noun: string | null, total: number, facts: readonly Fact[]): Section => ({
  heading: null,
  noun,
  total,
  layout: 'lines',
  facts,
});
