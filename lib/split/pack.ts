import type { Fact, Summary } from './facts.ts';

export interface Packed {
  text: string;
  /** The facts that fitted, in the order shown. */
  shown: Fact[];
}

/**
 * Fits a summary to a token budget: the verdict always, then facts by rank while they fit, shown in their order with each
 * gap counted, and last the way back to the rest.
 */
export function packSummary(
  summary: Summary,
  budgetTokens: number,
  wayBack: string,
  count: (text: string) => number,
): Packed {
  const ranked = summary.facts.toSorted((a, b) => a.rank - b.rank || a.line - b.line);
  const taken = takeFitting(ranked, budgetTokens - count(renderView(summary, [], wayBack)), count);
  // Lines cost a little more together than alone: gaps are told between them.
  while (taken.length > 0 && count(renderView(summary, taken, wayBack)) > budgetTokens) taken.pop();
  const shown = taken.toSorted((a, b) => a.line - b.line);
  return { text: renderView(summary, shown, wayBack), shown };
}

function takeFitting(ranked: Fact[], budgetTokens: number, count: (text: string) => number): Fact[] {
  const taken: Fact[] = [];
  let left = budgetTokens;
  for (const fact of ranked) {
    if (left <= 0) break;
    const cost = count(`${fact.text}\n`);
    if (cost > left) continue;
    left -= cost;
    taken.push(fact);
  }
  return taken;
}

function renderView({ verdict, firstLine, lineCount }: Summary, facts: Fact[], wayBack: string): string {
  const lines = [verdict];
  let next = firstLine;
  const tellGap = (line: number) => {
    if (line > next) lines.push(`… ${plural(line - next, 'line')} not shown …`);
  };
  for (const fact of facts.toSorted((a, b) => a.line - b.line)) {
    tellGap(fact.line);
    lines.push(fact.text);
    next = fact.line + 1;
  }
  tellGap(firstLine + lineCount);
  return [...lines, wayBack].join('\n');
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
