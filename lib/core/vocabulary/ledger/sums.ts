import { mcpPrefix, serverOfTool } from '../tools/mcp-name.ts';
import { recallOutputProfile } from '../tools/recall-output.ts';
import { attachmentSource, callOfAttachment, sourceLabel } from './attachments.ts';
import { avoidedOf } from './avoided-of.ts';
import type { CallEntry, LedgerEntry, ReversalEntry, StepEntry } from './ledger.ts';
import { costOfStep, moneyOfStep } from './step-money.ts';

/** The sums over entries: whole numbers, so that sums of sums are exact in any order. */
export const sumNames = [
  'calls',
  'failedCalls',
  /** Calls whose full text was too long to be counted whole. */
  'estimatedCalls',
  'fullTokens',
  'sentTokens',
  'avoidedTokens',
  'recalls',
  'steps',
  'unpricedSteps',
  /** Number of entries with a known amount of money; if it is zero, net is unknown. */
  'netParts',
  'netMicrodollars',
  'overheadMicrodollars',
  'costParts',
  'costMicrodollars',
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
  /** Steps counted by both the provider and this program, and the count of each. */
  'reconciledSteps',
  'reportedTokens',
  'countedTokens',
  /** What token budgets limit: input and output as reported, or else as counted here. */
  'spentTokens',
  /** Steps whose input or output is unknown. */
  'uncountedSteps',
] as const;
/** Changes with `sumNames` and the keys of groups: sums of an earlier version are ignored and computed again. */
export const sumsVersion = 5;
export type Sums = Record<(typeof sumNames)[number], number>;

/** The groupings in which people can view figures. */
export const savingsGroupings = [
  'day',
  'tool',
  'model',
  'conversation',
  'member',
  'workspace',
  'source',
  'client',
] as const;
export type SavingsGrouping = (typeof savingsGroupings)[number];

/** Additional internal groupings: kinds of views, and artifacts that were read again. */
export const sumGroupings = [...savingsGroupings, 'kind', 'artifact'] as const;
export type SumGrouping = (typeof sumGroupings)[number];

/** The contribution of one entry to one group. */
export interface Part {
  key: string;
  label: string;
  sums: Partial<Sums>;
}

/** The sums of a group on one day (UTC). */
export interface DaySums {
  day: string;
  key: string;
  /** The latest label on that day. */
  label: string;
  sums: Sums;
}

/** The split's own cost is recorded at the recall tool. */
const ownTool = recallOutputProfile.name;

/** Separates a tool from the summarizer that made its view, in the key of a kind. */
const kindSeparator = '/';

export const entryDay = ({ timestamp }: Pick<LedgerEntry, 'timestamp'>): string => timestamp.slice(0, 10);

export const kindKey = (toolName: string, summarizer: string | null): string =>
  `${toolName}${kindSeparator}${summarizer ?? ''}`;

export function readKindKey(key: string): { toolName: string; summarizer: string | null } {
  const at = key.indexOf(kindSeparator);
  return { toolName: key.slice(0, at), summarizer: key.slice(at + 1) || null };
}

export const noSums = (): Sums => Object.fromEntries(sumNames.map((name) => [name, 0])) as Sums;

export function addSums(to: Sums, added: Partial<Sums>): void {
  for (const name of sumNames) to[name] += added[name] ?? 0;
}

/**
 * The contributions of an entry, and their groups. Signed. A recall counts at the call it read from: by tool,
 * kind and artifact, that is a different group from its own.
 */
export function partsOf(entry: LedgerEntry, groupBy: SumGrouping): Part[] {
  switch (entry.kind) {
    case 'call':
      return partsOfCall(entry, groupBy);
    case 'attachment':
      return partsOfCall(callOfAttachment(entry), groupBy);
    case 'step':
      return partsOfStep(entry, groupBy);
    case 'reversal':
      return partsOfReversal(entry, groupBy);
  }
}

/** Reverses everything the call added, except the call itself. */
const partsOfReversal = ({ call }: ReversalEntry, groupBy: SumGrouping): Part[] =>
  partsOfCall(call, groupBy).map((part) => {
    const sums = Object.fromEntries(
      sumNames.map((name) => [name, part.sums[name] ? -part.sums[name] : 0]),
    ) as Sums;
    return { ...part, sums: part.sums.calls ? { ...sums, calls: 0, failedCalls: 1 } : sums };
  });

/** The sums of each group on each day over these entries, as a store keeps them, ordered by day and key. */
export function sumDays(entries: Iterable<LedgerEntry>, groupBy: SumGrouping): DaySums[] {
  const groups = new Map<string, DaySums>();
  for (const entry of entries) {
    for (const { key, label, sums } of partsOf(entry, groupBy)) {
      const location = sumKeyOf({ day: entryDay(entry), key });
      const group = groups.get(location) ?? { day: entryDay(entry), key, label, sums: noSums() };
      group.label = label;
      addSums(group.sums, sums);
      groups.set(location, group);
    }
  }
  return inOrder([...groups.values()]);
}

export const inOrder = (sums: DaySums[]): DaySums[] =>
  sums.toSorted((a, b) => (sumKeyOf(a) < sumKeyOf(b) ? -1 : 1));

/** Unambiguous, because all days have the same length. */
export const sumKeyOf = ({ day, key }: Pick<DaySums, 'day' | 'key'>): string => `${day} ${key}`;

/** Where a result comes from: one of our tools, an MCP server, or people; whatever a sub-agent calls is its own. */
function sourceOf(
  toolName: string,
  { parentToolCallId }: Pick<LedgerEntry, 'parentToolCallId'>,
): { key: string; label: string } {
  if (parentToolCallId !== null) return { key: 'sub-agents', label: 'Sub-agents' };
  if (toolName === attachmentSource) return { key: 'people', label: sourceLabel(attachmentSource) };
  const server = serverOfTool(toolName);
  // Somebody may call a server `people`.
  return server === null
    ? { key: 'built-in', label: 'Our tools' }
    : { key: mcpPrefix + server, label: server };
}

/** Of calls whose result no model of this server reads: no model has a name with a space before it. */
export const noModel = { key: ' ', label: 'No model' };

/** Two members may give their tokens the same name. */
export const clientKey = (memberId: string, client: string): string => `${memberId} ${client}`;

/** Of models that this server calls: no token has a name with a space before it. */
export const ownAgents = { key: ' ', label: 'Vitrine’s agents' };

/** By which key a group holds whole entries, including money and recalls. */
const wholeGroupOf = {
  day: (entry) => same(entryDay(entry)),
  model: (entry) => (entry.model === noModel.key ? noModel : same(entry.model)),
  conversation: (entry) => ({ key: entry.conversationId, label: entry.conversationTitle }),
  member: (entry) => ({ key: entry.member.id, label: entry.member.name }),
  workspace: (entry) => same(entry.workspace),
  client: (entry) =>
    entry.client === null
      ? ownAgents
      : {
          key: clientKey(entry.member.id, entry.client),
          label: clientLabel(entry.client, entry.member.name),
        },
} satisfies Partial<Record<SumGrouping, (entry: LedgerEntry) => { key: string; label: string }>>;

const clientLabel = (client: string, memberName: string): string => `${client} of ${memberName}`;

/** The label of a group that is a member, or a client of theirs; `null`: it names them nowhere. */
export function memberLabelOf(
  grouping: SumGrouping,
  key: string,
  { id, name }: Pick<LedgerEntry['member'], 'id' | 'name'>,
): string | null {
  if (grouping === 'member' && key === id) return name;
  const ofClient = clientKey(id, '');
  return grouping === 'client' && key.startsWith(ofClient)
    ? clientLabel(key.slice(ofClient.length), name)
    : null;
}

const same = (text: string) => ({ key: text, label: text });
const ofTool = (toolName: string) => ({ key: toolName, label: sourceLabel(toolName) });

function partsOfCall(entry: CallEntry, groupBy: SumGrouping): Part[] {
  const isRecall = entry.recalledTool !== null && entry.success;
  const recalls = { recalls: isRecall ? 1 : 0 };
  const own = sumsOfCall(entry);
  if (groupBy === 'artifact') {
    return isRecall && entry.recalledArtifactId !== null
      ? [{ ...same(entry.recalledArtifactId), sums: recalls }]
      : [];
  }
  if (groupBy !== 'tool' && groupBy !== 'kind' && groupBy !== 'source') {
    return [{ ...wholeGroupOf[groupBy](entry), sums: { ...own, ...recalls } }];
  }
  const keyOf = (toolName: string, summarizer: string | null) => {
    if (groupBy === 'source') return sourceOf(toolName, entry);
    return groupBy === 'tool' ? ofTool(toolName) : same(kindKey(toolName, summarizer));
  };
  const parts = [{ ...keyOf(entry.toolName, entry.summarizer), sums: own }];
  if (isRecall && entry.recalledTool !== null) {
    parts.push({ ...keyOf(entry.recalledTool, entry.recalledKind), sums: recalls });
  }
  return parts;
}

function sumsOfCall(entry: CallEntry): Partial<Sums> {
  if (!entry.success) return { calls: 1, failedCalls: 1 };
  const { fullTokens, sentTokens } = entry;
  if (fullTokens === null) return { calls: 1 };
  return {
    calls: 1,
    estimatedCalls: entry.isEstimated ? 1 : 0,
    fullTokens,
    sentTokens,
    avoidedTokens: avoidedOf(fullTokens, sentTokens),
  };
}

function partsOfStep(entry: StepEntry, groupBy: SumGrouping): Part[] {
  if (groupBy === 'kind' || groupBy === 'artifact') return [];
  if (groupBy === 'source') return partsBySource(entry);
  if (groupBy !== 'tool') return [{ ...wholeGroupOf[groupBy](entry), sums: sumsOfStep(entry) }];
  // A step belongs to no tool, but what it saved does.
  const money = moneyOfStep(entry);
  if (money === null) return [];
  const parts = money.byTool.map(({ toolName, savedMicrodollars, recallMicrodollars }) => ({
    ...ofTool(toolName),
    sums: {
      netParts: 1,
      netMicrodollars: savedMicrodollars - recallMicrodollars,
      overheadMicrodollars: recallMicrodollars,
    },
  }));
  const { overhead } = money;
  if (overhead === 0) return parts;
  const own = { netParts: 1, netMicrodollars: -overhead, overheadMicrodollars: overhead };
  return [...parts, { ...same(ownTool), sums: own }];
}

/** A step is of our own tools, but what it saved of the results of a server is that server's, and of attachments people's; all of a sub-agent's is its own. */
function partsBySource(entry: StepEntry): Part[] {
  const own: Part = { ...sourceOf('', entry), sums: sumsOfStep(entry) };
  const parts = [own];
  for (const { toolName, savedMicrodollars, recallMicrodollars } of moneyOfStep(entry)?.byTool ?? []) {
    const group = sourceOf(toolName, entry);
    if (group.key === own.key) continue;
    const netMicrodollars = savedMicrodollars - recallMicrodollars;
    parts.push({
      ...group,
      sums: { netParts: 1, netMicrodollars, overheadMicrodollars: recallMicrodollars },
    });
    addParts(own.sums, { netMicrodollars: -netMicrodollars, overheadMicrodollars: -recallMicrodollars });
  }
  return parts;
}

function addParts(to: Partial<Sums>, added: Partial<Sums>): void {
  for (const name of sumNames) if (added[name] !== undefined) to[name] = (to[name] ?? 0) + added[name];
}

function sumsOfStep(entry: StepEntry): Partial<Sums> {
  const { usage, countedTokens } = entry;
  const money = moneyOfStep(entry);
  const cost = costOfStep(entry);
  const recalled = sumOf(money?.byTool ?? [], ({ recallMicrodollars }) => recallMicrodollars);
  const saved = sumOf(money?.byTool ?? [], ({ savedMicrodollars }) => savedMicrodollars);
  const overhead = recalled + (money?.overhead ?? 0);
  return {
    steps: 1,
    ...(money === null
      ? { unpricedSteps: 1 }
      : { netParts: 1, netMicrodollars: saved - overhead, overheadMicrodollars: overhead }),
    ...(cost === null ? {} : { costParts: 1, costMicrodollars: cost }),
    inputTokens: usage.inputTokens ?? 0,
    cacheReadTokens: usage.cacheReadTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    ...spentOfStep(entry),
    ...(usage.inputTokens === null || countedTokens === null
      ? {}
      : { reconciledSteps: 1, reportedTokens: usage.inputTokens, countedTokens }),
  };
}

/** Only the provider counts output. */
function spentOfStep({ usage, countedTokens }: StepEntry): Partial<Sums> {
  const input = usage.inputTokens ?? countedTokens;
  const { outputTokens } = usage;
  return {
    spentTokens: (input ?? 0) + (outputTokens ?? 0),
    uncountedSteps: input === null || outputTokens === null ? 1 : 0,
  };
}

const sumOf = <Item>(items: readonly Item[], figure: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + figure(item), 0);
