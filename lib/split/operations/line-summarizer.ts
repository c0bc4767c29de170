import type { Program } from '../command-line.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { hasMark, type Mark } from '../marks.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createTally, type Tally } from '../tally.ts';

/**
 * What a line means. `verdict`: the overall result of a run; of several runs, all are given. `progress`: the
 * last match of each rule counts. `failure`: something went wrong. `explains`: details of the failure above. `heading`: what the next failures belong to. `shown`:
 * worth showing. `counted`: one of many, shown as a count.
 */
interface LineRule {
  means: 'verdict' | 'progress' | 'failure' | 'explains' | 'heading' | 'shown' | 'counted';
  form: RegExp;
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

function readLines(kind: string, rules: readonly LineRule[]): Reader {
  const verdicts = new Map<LineRule, Tally>();
  const progress = new Map<LineRule, string>();
  const failures: Failure[] = [];
  const parts: { text: string; line: number; isNeeded: boolean }[] = [];
  const counts = createTally(30);
  let failureCount = 0;
  let factCount = 0;
  let heading = '';
  let isBelow = false;

  const fail = (text: string, line: number) => {
    failureCount += 1;
    isBelow = failures.length < maxFailures;
    if (isBelow)
      failures.push({ text: heading === '' ? text : `${heading}: ${text}`, line, explanations: [] });
  };
  const take = (rule: LineRule, text: string, line: number) => {
    switch (rule.means) {
      case 'verdict': {
        const known = verdicts.get(rule) ?? createTally(50);
        verdicts.set(rule, known);
        return known.add(text);
      }
      case 'progress':
        progress.set(rule, text);
        return;
      case 'failure':
        return fail(text, line);
      case 'heading':
        heading = text;
        isBelow = false;
        return;
      case 'counted':
        return counts.add(text);
      case 'explains': {
        const last = failures.at(-1);
        if (isBelow && last && last.explanations.length < maxExplanations) last.explanations.push(text);
        return;
      }
      case 'shown':
        // What follows is about this.
        isBelow = false;
        factCount += 1;
        if (parts.length < maxFactLines)
          parts.push({
            text,
            line,
            isNeeded: parts.length < (rule.isHeaded ? maxHeadedFacts : maxNeededFacts),
          });
    }
  };
  return {
    line(text, number) {
      if (text === '') return;
      for (const rule of rules) {
        if (rule.means === 'explains' && !isBelow) continue;
        const match = rule.form.exec(text);
        if (!match) continue;
        const matched = quote((rule.as?.(match) ?? match[1] ?? match[0]).trim(), characters);
        const shown = rule.isHeaded && heading !== '' ? `${heading}: ${matched}` : matched;
        if (matched !== '') take(rule, shown, number);
        return;
      }
    },
    finish() {
      if (verdicts.size + progress.size + failureCount + factCount + counts.total === 0) return null;
      return {
        kind,
        verdict: [
          ...counts.top(8).map(({ name, count }) => `${figure(count)} ${name}`),
          ...[...verdicts.values()].flatMap(inOrder),
          ...progress.values(),
        ],
        explainsFailure: failureCount > 0,
        sections: [
          lines(
            'failure',
            failureCount,
            failures.map(({ text, line, explanations }, index) => ({
              rank: (index < 3 ? ranks.cause : ranks.failure) + index / 10,
              line,
              text: [text, ...explanations].join('; '),
              isProblem: true,
            })),
          ),
          lines(
            null,
            factCount,
            parts.map(({ text, line, isNeeded }, index) => ({
              rank: (isNeeded ? ranks.spread : ranks.sample) + index / 10,
              line,
              text: `${line}: ${text}`,
            })),
          ),
        ],
      };
    },
  };
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
