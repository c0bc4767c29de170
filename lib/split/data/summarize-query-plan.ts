import { formatSum } from '../columns/format-number.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import { createQueryPlan, type PlanNode, type QueryPlan } from './query-plan.ts';

const maxSlowestShown = 3;
const maxScansShown = 3;

/** Output of PostgreSQL's `EXPLAIN`: how long, where the time goes, and which tables are read in full. */
export const summarizeQueryPlan: Summarizer = {
  kind: 'query plan',
  covers: 'part',
  recognise({ head, type }) {
    if (type === 'file' || !head.includes('(cost=')) return null;
    return /^\s{0,200}QUERY PLAN\s*$/m.test(head) || planStart.test(head) ? 'marked' : null;
  },
  read() {
    const plan = createQueryPlan();
    return {
      line: plan.line,
      finish() {
        const found = plan.finish();
        if (found.nodeCount === 0) return null;
        return {
          kind: 'query plan',
          verdict: [plural(found.nodeCount, 'node'), ...found.times],
          statesSize: true,
          sections: [planSection(found)],
          explainsFailure: false,
        };
      },
    };
  },
};

/** A plan made for so many times fewer or more rows is likely to be a bad one. */
const minMisjudgement = 50;

function misjudgement({ expected }: Pick<PlanNode, 'expected'>): number {
  if (!expected) return 1;
  const [few = 1, many = 1] = [expected.planned, expected.actual]
    .map((rows) => Math.max(1, rows))
    .toSorted((a, b) => a - b);
  return many / few;
}

/** Where the time goes, what was planned badly, and which tables are read in full. */
export function planSection({ nodes, times }: ReturnType<QueryPlan['finish']>): Section {
  const slowest = nodes.filter(({ ownTime }) => ownTime > 0).toSorted((a, b) => b.ownTime - a.ownTime);
  const scans = nodes.filter(({ text }) => text.startsWith('Seq Scan'));
  // What is below a limit is not meant to be read to its end.
  const isLimited = nodes.some(({ text }) => text.startsWith('Limit'));
  const misjudged = (isLimited ? [] : nodes)
    .filter((node) => misjudgement(node) >= minMisjudgement)
    .toSorted((a, b) => misjudgement(b) - misjudgement(a));
  const spilled = nodes.filter((node) => node.spill !== null);
  const facts: Fact[] = [
    ...(times.length > 0 ? [{ rank: ranks.lead, text: times.join(', ') }] : []),
    ...nodes.slice(0, 1).map((node) => factOf(node, ranks.lead)),
    ...misjudged.slice(0, maxMisjudgedShown).map((node, index) => factOf(node, ranks.spread + index)),
    ...spilled.slice(0, maxMisjudgedShown).map((node, index) => factOf(node, ranks.spread + 3 + index)),
    ...slowest
      .slice(0, maxSlowestShown)
      .map((node, index) => factOf(node, ranks.lead + 1 + index, node.ownTime)),
    ...scans.slice(0, maxScansShown).map((node, index) => factOf(node, ranks.lead + 5 + index)),
  ];
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts: once(facts) };
}

const maxMisjudgedShown = 2;
const planStart = /^ ?[A-Z][A-Za-z ]{2,60}(?: on \S{1,100})?(?: \S{1,60})? {2}\(cost=\d/m;

/** Keeps one fact per line; a slow scan is reported as slow. */
const once = (facts: readonly Fact[]): Fact[] => {
  const byLine = new Map<number | undefined, Fact>();
  for (const fact of facts) {
    const known = byLine.get(fact.line);
    if (!known || fact.text.length > known.text.length)
      byLine.set(fact.line, { ...fact, rank: known?.rank ?? fact.rank });
  }
  return [...byLine.values()];
};

function factOf(
  { text, rows, expected, time, removed, isLooped, spill, line }: PlanNode,
  rank: number,
  ownTime: number | null = null,
): Fact {
  const shown = quote(text, 100);
  const each = isLooped ? ' each time' : '';
  const parts = [
    rows === null ? null : plural(rows, 'row'),
    expected && misjudgement({ expected }) >= minMisjudgement
      ? `${formatSum(expected.planned)} planned, ${formatSum(expected.actual)} came${each}`
      : null,
    time === null ? null : `${formatSum(time)} ms`,
    ownTime === null || ownTime === time ? null : `${formatSum(ownTime)} ms of its own`,
    removed === null ? null : `${formatSum(removed)} removed by its filter${each}`,
    spill,
  ].filter((part) => part !== null);
  return { rank, line, text: `${line}: ${shown}: ${parts.join(', ')}`, quotes: [shown] };
}
