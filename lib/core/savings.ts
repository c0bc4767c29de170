import type { LedgerEntry } from './ledger.ts';
import { addSums, noSums, partsOf, type SavingsGrouping, type SumGrouping, type Sums } from './sums.ts';

export interface SavingsFigures {
  calls: number;
  failedCalls: number;
  /** Of which the full text was too long to be counted whole. */
  estimatedCalls: number;
  fullTokens: number;
  sentTokens: number;
  /** Full less sent: counts text that no host would have sent whole. */
  withheldTokens: number;
  /** The same with the full text capped at what a plain host would have admitted. */
  avoidedTokens: number;
  /** What steps would have cost more without the split, less what it costs itself; `null`: not known of any step. */
  netMicrodollars: number | null;
  /** What net is less by: recalls, and what the split needs itself. */
  overheadMicrodollars: number;
  /** How often the model came back for more of these results. */
  recalls: number;
  /** Model calls. */
  steps: number;
  /** Those that net leaves out: no known price, or no usage reported. */
  unpricedSteps: number;
  /** What the provider charges for the steps; `null`: not known of any. */
  costMicrodollars: number | null;
  /** As the provider reports it. */
  inputTokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  /** Input of the steps that both have counted. */
  reconciled: { steps: number; reportedTokens: number; countedTokens: number };
}

export interface SavingsGroup extends SavingsFigures {
  key: string;
  label: string;
}

export interface SavingsReport {
  from: string;
  to: string;
  totals: SavingsFigures;
  groups: SavingsGroup[];
}

export interface SummedGroup {
  label: string;
  sums: Sums;
}
export type SummedGroups = Map<string, SummedGroup>;

export function addToGroup(groups: SummedGroups, key: string, label: string, sums: Partial<Sums>): void {
  const group = groups.get(key) ?? { label, sums: noSums() };
  group.label = label;
  addSums(group.sums, sums);
  groups.set(key, group);
}

/** In the order they came, oldest first: a group is named as it was last. */
export function addEntries(groups: SummedGroups, entries: Iterable<LedgerEntry>, groupBy: SumGrouping): void {
  for (const entry of entries) {
    for (const { key, label, sums } of partsOf(entry, groupBy)) addToGroup(groups, key, label, sums);
  }
}

/** Signed sums over successful calls with text; a recall counts against the tool it came back to. */
export function sumSavings(
  entries: readonly LedgerEntry[],
  groupBy: SavingsGrouping,
): Omit<SavingsReport, 'from' | 'to'> {
  const groups: SummedGroups = new Map();
  const days: SummedGroups = new Map();
  addEntries(groups, entries, groupBy);
  addEntries(days, entries, 'day');
  return { totals: totalOf(days), groups: toGroups(groups) };
}

/** Groups that hold whole entries add up to all there is. */
export function totalOf(groups: SummedGroups): SavingsFigures {
  const total = noSums();
  for (const { sums } of groups.values()) addSums(total, sums);
  return toFigures(total);
}

export const toGroups = (groups: SummedGroups): SavingsGroup[] =>
  [...groups].map(([key, { label, sums }]) => ({ key, label, ...toFigures(sums) }));

export const toFigures = (sums: Sums): SavingsFigures => ({
  calls: sums.calls,
  failedCalls: sums.failedCalls,
  estimatedCalls: sums.estimatedCalls,
  fullTokens: sums.fullTokens,
  sentTokens: sums.sentTokens,
  withheldTokens: sums.fullTokens - sums.sentTokens,
  avoidedTokens: sums.avoidedTokens,
  netMicrodollars: sums.netParts === 0 ? null : sums.netMicrodollars,
  overheadMicrodollars: sums.overheadMicrodollars,
  recalls: sums.recalls,
  steps: sums.steps,
  unpricedSteps: sums.unpricedSteps,
  costMicrodollars: sums.costParts === 0 ? null : sums.costMicrodollars,
  inputTokens: sums.inputTokens,
  cacheReadTokens: sums.cacheReadTokens,
  outputTokens: sums.outputTokens,
  reconciled: {
    steps: sums.reconciledSteps,
    reportedTokens: sums.reportedTokens,
    countedTokens: sums.countedTokens,
  },
});
