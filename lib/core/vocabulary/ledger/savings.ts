import { z } from 'zod';
import type { LedgerEntry } from './ledger.ts';
import { addSums, noSums, partsOf, type SavingsGrouping, type SumGrouping, type Sums } from './sums.ts';

export const savingsFiguresSchema = z
  .object({
    calls: z.number().int(),
    failedCalls: z.number().int(),
    /** Calls whose full text was too long to be counted whole. */
    estimatedCalls: z.number().int(),
    fullTokens: z.number().int(),
    sentTokens: z.number().int(),
    /** Full tokens minus sent tokens: includes text that no host would have sent whole. */
    withheldTokens: z.number().int(),
    /** The same, with the full text capped at what a plain host would have sent. */
    avoidedTokens: z.number().int(),
    /**
     * What steps would have cost in addition without the split, minus the split's own cost; `null`: not known
     * for any step.
     */
    netMicrodollars: z.number().int().nullable(),
    /** Already subtracted from net: recalls, and the overhead of the split itself. */
    overheadMicrodollars: z.number().int(),
    /** How often the model asked for more of these results. */
    recalls: z.number().int(),
    /** Model calls. */
    steps: z.number().int(),
    /** Steps excluded from net because there is no known price or no reported usage. */
    unpricedSteps: z.number().int(),
    /** What the provider charges for the steps; `null`: not known for any. */
    costMicrodollars: z.number().int().nullable(),
    /** As the provider reports it. */
    inputTokens: z.number().int(),
    cacheReadTokens: z.number().int(),
    outputTokens: z.number().int(),
    /** Input tokens of the steps that both the provider and this program counted. */
    reconciled: z.object({
      steps: z.number().int(),
      reportedTokens: z.number().int(),
      countedTokens: z.number().int(),
    }),
  })
  .meta({ id: 'SavingsFigures' });
export type SavingsFigures = z.infer<typeof savingsFiguresSchema>;

export const savingsGroupSchema = savingsFiguresSchema
  .extend({ key: z.string(), label: z.string() })
  .meta({ id: 'SavingsGroup' });
export type SavingsGroup = z.infer<typeof savingsGroupSchema>;

export const savingsReportSchema = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    totals: savingsFiguresSchema,
    groups: z.array(savingsGroupSchema),
  })
  .meta({ id: 'SavingsReport' });
export type SavingsReport = z.infer<typeof savingsReportSchema>;

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

/** Entries are in order, oldest first, because a group takes its latest name. */
export function addEntries(groups: SummedGroups, entries: Iterable<LedgerEntry>, groupBy: SumGrouping): void {
  for (const entry of entries) {
    for (const { key, label, sums } of partsOf(entry, groupBy)) addToGroup(groups, key, label, sums);
  }
}

/** Signed sums over successful calls with text; a recall counts against the tool whose result it read. */
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

/** The sum of all groups; valid if each entry is whole in one group. */
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
