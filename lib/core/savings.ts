import { z } from 'zod';
import { limits } from './limits.ts';

/** One tool call in the ledger. Written once, never changed; totals are derived. */
export const ledgerEntrySchema = z.object({
  /** The tool call's ID within its run: the key that makes writing it twice harmless. */
  id: z.string(),
  timestamp: z.iso.datetime(),
  conversationId: z.string(),
  conversationTitle: z.string(),
  runId: z.string(),
  toolCallId: z.string(),
  toolName: z.string(),
  artifactId: z.string().nullable(),
  summarizer: z.string().nullable(),
  level: z.string(),
  model: z.string(),
  workspace: z.string(),
  member: z.object({ id: z.string(), name: z.string() }),
  success: z.boolean(),
  /** `null`: there was no text to count. Unknown is not zero. */
  fullTokens: z.number().int().nullable(),
  sentTokens: z.number().int(),
  tokenizer: z.string(),
  /** Of a recall: the tool whose artifact the model came back to. */
  recalledTool: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export interface SavingsFigures {
  calls: number;
  failedCalls: number;
  fullTokens: number;
  sentTokens: number;
  /** Full less sent: counts text that no host would have sent whole. */
  withheldTokens: number;
  /** The same with the full text capped at what a plain host would have admitted. */
  avoidedTokens: number;
  /** `null`: not known, since no price is. */
  netMicrodollars: number | null;
  /** How often the model came back for more of these results. */
  recalls: number;
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
  tool: (entry) => same(entry.toolName),
  model: (entry) => same(entry.model),
  conversation: (entry) => ({ key: entry.conversationId, label: entry.conversationTitle }),
  member: (entry) => ({ key: entry.member.id, label: entry.member.name }),
  workspace: (entry) => same(entry.workspace),
  server: () => ({ key: 'built-in', label: 'Built-in tools' }),
};

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

function addCall(figures: SavingsFigures, entry: LedgerEntry): void {
  figures.calls += 1;
  if (!entry.success) {
    figures.failedCalls += 1;
    return;
  }
  if (entry.fullTokens === null) return;
  figures.fullTokens += entry.fullTokens;
  figures.sentTokens += entry.sentTokens;
  figures.withheldTokens += entry.fullTokens - entry.sentTokens;
  figures.avoidedTokens += Math.min(entry.fullTokens, limits.admittedTokens) - entry.sentTokens;
}
