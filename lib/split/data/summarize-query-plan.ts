import { formatSum } from '../columns/format-number.ts';
import { type Fact, ranks } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import { createQueryPlan, type PlanNode } from './query-plan.ts';

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
        const { nodes, nodeCount, times } = plan.finish();
        const [root] = nodes;
        if (!root) return null;
        const slowest = nodes.filter(({ ownTime }) => ownTime > 0).toSorted((a, b) => b.ownTime - a.ownTime);
        const scans = nodes.filter(({ text }) => text.startsWith('Seq Scan'));
        const facts: Fact[] = [
          factOf(root, ranks.lead),
          ...slowest
            .slice(0, maxSlowestShown)
            .map((node, index) => factOf(node, ranks.lead + 1 + index, node.ownTime)),
          ...scans.slice(0, maxScansShown).map((node, index) => factOf(node, ranks.lead + 5 + index)),
        ];
        return {
          kind: 'query plan',
          verdict: [plural(nodeCount, 'node'), ...times],
          statesSize: true,
          sections: [{ heading: null, noun: null, total: facts.length, layout: 'lines', facts: once(facts) }],
          explainsFailure: false,
        };
      },
    };
  },
};

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
  { text, rows, time, removed, line }: PlanNode,
  rank: number,
  ownTime: number | null = null,
): Fact {
  const shown = quote(text, 100);
  const parts = [
    rows === null ? null : plural(rows, 'row'),
    time === null ? null : `${formatSum(time)} ms`,
    ownTime === null || ownTime === time ? null : `${formatSum(ownTime)} ms of its own`,
    removed === null ? null : `${formatSum(removed)} removed by its filter`,
  ].filter((part) => part !== null);
  return { rank, line, text: `${line}: ${shown}: ${parts.join(', ')}`, quotes: [shown] };
}
