import { avoidedOf } from './carried.ts';
import type { CallEntry, LedgerEntry, StepEntry } from './ledger.ts';
import { moneyOfStep } from './step-money.ts';

export interface SavingsFigures {
  calls: number;
  failedCalls: number;
  fullTokens: number;
  sentTokens: number;
  /** Full less sent: counts text that no host would have sent whole. */
  withheldTokens: number;
  /** The same with the full text capped at what a plain host would have admitted. */
  avoidedTokens: number;
  /** What steps would have cost more without the split, less what it costs itself; `null`: not known of any step. */
  netMicrodollars: number | null;
  /** How often the model came back for more of these results. */
  recalls: number;
  /** Model calls. */
  steps: number;
  /** Those that net leaves out: no known price, or no usage reported. */
  unpricedSteps: number;
}

export interface SavingsGroup extends SavingsFigures {
  key: string;
  label: string;
}

export const savingsGroupings = [
  'day',
  'tool',
  'model',
  'conversation',
  'member',
  'workspace',
  'server',
] as const;
export type SavingsGrouping = (typeof savingsGroupings)[number];

export interface SavingsReport {
  from: string;
  to: string;
  totals: SavingsFigures;
  groups: SavingsGroup[];
}

const groupOf: Record<SavingsGrouping, (entry: LedgerEntry) => { key: string; label: string }> = {
  day: (entry) => same(entry.timestamp.slice(0, 10)),
  tool: (entry) => same(entry.kind === 'call' ? entry.toolName : ownTool),
  model: (entry) => same(entry.model),
  conversation: (entry) => ({ key: entry.conversationId, label: entry.conversationTitle }),
  member: (entry) => ({ key: entry.member.id, label: entry.member.name }),
  workspace: (entry) => same(entry.workspace),
  server: () => ({ key: 'built-in', label: 'Built-in tools' }),
};

/** What the split costs itself stands at the tool that reads more. */
const ownTool = 'recall_output';

const same = (text: string) => ({ key: text, label: text });

const noFigures = (): SavingsFigures => ({
  calls: 0,
  failedCalls: 0,
  fullTokens: 0,
  sentTokens: 0,
  withheldTokens: 0,
  avoidedTokens: 0,
  netMicrodollars: null,
  recalls: 0,
  steps: 0,
  unpricedSteps: 0,
});

/** Signed sums over successful calls with text; a recall counts against the tool it came back to. */
export function sumSavings(
  entries: Iterable<LedgerEntry>,
  groupBy: SavingsGrouping,
): Omit<SavingsReport, 'from' | 'to'> {
  const totals = noFigures();
  const groups = new Map<string, SavingsGroup>();
  const groupFor = ({ key, label }: { key: string; label: string }): SavingsGroup => {
    const group = groups.get(key) ?? { key, label, ...noFigures() };
    group.label = label;
    groups.set(key, group);
    return group;
  };
  for (const entry of entries) {
    if (entry.kind === 'step') {
      const places = groupBy === 'tool' ? null : groupFor(groupOf[groupBy](entry));
      addStep(totals, entry);
      if (places) addStep(places, entry);
      else addStepByTool((toolName) => groupFor(same(toolName)), entry);
      continue;
    }
    const group = groupFor(groupOf[groupBy](entry));
    addCall(totals, entry);
    addCall(group, entry);
    if (entry.recalledTool === null || !entry.success) continue;
    totals.recalls += 1;
    const recalled = groupBy === 'tool' ? groupFor(same(entry.recalledTool)) : group;
    recalled.recalls += 1;
  }
  return { totals, groups: [...groups.values()] };
}

function addStep(figures: SavingsFigures, entry: StepEntry): void {
  const money = moneyOfStep(entry);
  figures.steps += 1;
  if (money === null) figures.unpricedSteps += 1;
  else for (const { microdollars } of money.byTool) addNet(figures, microdollars);
  if (money !== null) addNet(figures, -money.overhead);
}

/** A step is no tool's, but what it saved is. */
function addStepByTool(figuresOf: (toolName: string) => SavingsFigures, entry: StepEntry): void {
  const money = moneyOfStep(entry);
  if (money === null) return;
  for (const { toolName, microdollars } of money.byTool) addNet(figuresOf(toolName), microdollars);
  if (money.overhead !== 0) addNet(figuresOf(ownTool), -money.overhead);
}

function addNet(figures: SavingsFigures, microdollars: number): void {
  figures.netMicrodollars = (figures.netMicrodollars ?? 0) + microdollars;
}

function addCall(figures: SavingsFigures, entry: CallEntry): void {
  figures.calls += 1;
  if (!entry.success) {
    figures.failedCalls += 1;
    return;
  }
  if (entry.fullTokens === null) return;
  figures.fullTokens += entry.fullTokens;
  figures.sentTokens += entry.sentTokens;
  figures.withheldTokens += entry.fullTokens - entry.sentTokens;
  figures.avoidedTokens += avoidedOf(entry.fullTokens, entry.sentTokens);
}
