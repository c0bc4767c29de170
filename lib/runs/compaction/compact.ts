import type { ModelMessage } from 'ai';
import { contextOf, indexOfMessage, keptFrom } from '#lib/core/conversation/compaction.ts';
import type { Compaction, ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { itemsForModel } from '#lib/core/conversation/items-for-model.ts';
import { recordCompaction } from '#lib/core/conversation/reduce/compactions.ts';
import { isMessage, type ThreadItem } from '#lib/core/conversation/thread-items.ts';
import { saidItem } from '#lib/core/conversation/thread-tree.ts';
import { limits } from '#lib/core/limits.ts';
import { compactionTool } from '#lib/core/vocabulary/artifact.ts';
import { durableEvent, type EventData, type NewEvent } from '#lib/core/vocabulary/events.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { tokensOfMessages } from '../count-context.ts';
import { summaryMessage } from '../model-history.ts';
import { storeConversationText } from '../store-message-text.ts';
import type { CountText } from '../text-counter.ts';
import type { CompactionPolicy } from './compaction-policy.ts';
import { findCut } from './find-cut.ts';
import type { OwnSummary, ToSummarise } from './summarise-by-model.ts';
import { summariseByRule, wayToAll } from './summarise-by-rule.ts';
import { transcriptOf } from './transcript.ts';

export interface CompactionNeeds {
  /** Whose run it is, where nobody asked for it, and what the words of a model are charged to. */
  account: Omit<ToSummarise['account'], 'runId'>;
  runId: string | null;
  /** At which share of the window, and by which model besides the rule. */
  policy: CompactionPolicy;
  signal: AbortSignal;
  /** What the words of a model cost counts towards the budget of the sub-agent whose messages they are. */
  charge(microdollars: number | null): void;
  artifacts: ArtifactStore;
  countText: CountText;
  /** What the model reads of an item. */
  messagesOf: (item: ThreadItem) => ModelMessage[];
  /** The model that reads. */
  reader: string;
  /** Of the model; `null`: not known. */
  windowTokens: number | null;
  newArtifactId: () => string;
  nowMs: () => number;
}

export interface PlannedCompaction {
  /** All items before it are compacted. */
  first: number;
  items: readonly ThreadItem[];
  start: EventData<'session.compaction_start'>;
}

/**
 * Plans what a compaction leaves out.
 * @param preCompactionTokens what a model call sends now
 * @param by who asks for it; `null`: the window is nearly full, and more is kept
 * @returns `null`: too little would be left out for the words that take its place
 */
export async function planCompaction(
  state: ConversationState,
  preCompactionTokens: number,
  by: { id: string; name: string } | null,
  needs: CompactionNeeds,
): Promise<PlannedCompaction | null> {
  const items = itemsForModel(state);
  const context = contextOf(state, needs.reader);
  const read = new Set(context.items);
  const tokens = await Promise.all(items.map((item) => (read.has(item) ? tokensOf(item, needs) : 0)));
  const first = findCut(items, tokens, by === null ? keptTokens(preCompactionTokens, tokens, needs) : 0);
  // What is read again after the cut is not left out.
  const kept = new Set(keptFrom(items, first));
  const removed = sum(tokens.map((one, index) => (kept.has(items[index] as ThreadItem) ? 0 : one)));
  const earlier = context.compaction ? indexOfMessage(items, context.compaction.messageId) : 0;
  if (first <= earlier || removed < limits.minCompactedTokens) return null;
  const trigger = by === null ? 'window' : 'member';
  const artifactId = needs.newArtifactId();
  return {
    first,
    items,
    start: { artifactId, trigger, ...(by === null ? {} : { by }), preCompactionTokens },
  };
}

/** What stays as it is: less where instructions, definitions and the summary leave less of the window. */
function keptTokens(
  preCompactionTokens: number,
  tokens: readonly number[],
  { windowTokens, policy }: CompactionNeeds,
): number {
  const window = windowTokens ?? limits.usualWindowTokens;
  const fixed = preCompactionTokens - sum(tokens) + window * limits.summaryShare;
  const half = (window * policy.share - fixed) / 2;
  return Math.max(0, Math.floor(Math.min(window * limits.keptShare, half)));
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);

/**
 * Stores what is compacted as an artifact of the conversation, as long as that lasts, and gives the event that says so:
 * from then on the model reads its words.
 */
export async function compact(
  state: ConversationState,
  { first, items, start }: PlannedCompaction,
  needs: CompactionNeeds,
): Promise<NewEvent> {
  const [kept] = items.slice(first);
  const read = new Set(keptFrom(items, first));
  const left = items.slice(0, first).filter((item) => !read.has(item));
  const now = new Date(needs.nowMs()).toISOString();
  const transcript = transcriptOf(state, left);
  const facts = await boundedSummary(state, left, start.artifactId, needs);
  const own = await ownSummary(transcript, start.artifactId, needs);
  const data: EventData<'session.compaction_complete'> = {
    ...start,
    messageId: kept && isMessage(kept) ? kept.messageId : '',
    postCompactionTokens: 0,
    messagesRemoved: countMessages(left),
    summaryContent: own?.text
      ? `${facts}\n\nIn the words of ${own.model}, which may be wrong:\n${own.text}`
      : facts,
    ...(own ? { summaryModel: own.model } : {}),
    ...(own?.failure ? { summaryFailure: own.failure } : {}),
  };
  await storeTranscript(transcript, data, needs);
  const [before, after] = [
    await tokensOfContext(state, needs),
    await tokensOfContext(recordCompaction(state, data, now), needs),
  ];
  const postCompactionTokens = Math.max(start.preCompactionTokens - before + after, 0);
  return durableEvent('session.compaction_complete', { ...data, postCompactionTokens }, now);
}

export const countMessages = (items: readonly ThreadItem[]): number => items.filter(isMessage).length;

async function ownSummary(
  transcript: string,
  artifactId: string,
  { policy, account, runId, windowTokens, signal, charge }: CompactionNeeds,
): Promise<OwnSummary | null> {
  if (policy.summarise === null) return null;
  const charged = { ...account, runId: runId ?? artifactId };
  const own = await policy.summarise({ transcript, windowTokens, account: charged, artifactId, signal });
  charge(own.costMicrodollars);
  return own;
}

/**
 * Leaves out all but the last step and the message that it answers, for a model whose window has no room even for a
 * summary: a line says where they are.
 * @returns `null`: there is nothing to leave out
 */
export async function truncate(
  state: ConversationState,
  { model, windowTokens, tokens }: { model: string; windowTokens: number; tokens: number },
  needs: CompactionNeeds,
): Promise<NewEvent | null> {
  const items = itemsForModel(state);
  const none = items.map(() => 0);
  const first = findCut(items, none.with(-1, 1), 0);
  const kept = items[first];
  if (first === 0 || !kept || !isMessage(kept)) return null;
  const read = new Set(keptFrom(items, first));
  const left = items.slice(0, first).filter((item) => !read.has(item));
  if (left.length === 0) return null;
  const artifactId = needs.newArtifactId();
  const messagesRemoved = countMessages(left);
  const data: EventData<'session.truncation'> = {
    artifactId,
    messageId: kept.messageId,
    trigger: 'window',
    model,
    tokenLimit: windowTokens,
    preCompactionTokens: tokens,
    postCompactionTokens: 0,
    messagesRemoved,
    summaryContent: `[[left out: ${messagesRemoved} earlier messages do not fit your window. ${wayToAll(artifactId, needs.policy)}]]`,
  };
  await storeTranscript(transcriptOf(state, left), data, needs);
  const now = new Date(needs.nowMs()).toISOString();
  const [before, after] = [
    await tokensOfContext(state, needs),
    await tokensOfContext(recordCompaction(state, data, now, model), needs),
  ];
  const postCompactionTokens = Math.max(tokens - before + after, 0);
  return durableEvent('session.truncation', { ...data, postCompactionTokens }, now);
}

/**
 * Whether people deleted a message since a compaction was planned: a model's own words take a while, and would have it.
 * @param now the state since
 */
export const wasOvertaken = (
  { first, items }: Pick<PlannedCompaction, 'first' | 'items'>,
  now: ConversationState,
): boolean =>
  items.slice(0, first).some((item) => {
    if (item.kind !== 'user' || item.isDeleted) return false;
    const present = saidItem(now.tree, item.messageId);
    return present?.kind === 'user' && present.isDeleted;
  });

async function tokensOfContext(state: ConversationState, needs: CompactionNeeds): Promise<number> {
  const { compaction, items } = contextOf(state, needs.reader);
  const counts = await Promise.all(items.map((item) => tokensOf(item, needs)));
  const summary = compaction ? await tokensOfMessages([summaryMessage(compaction)], needs.countText) : 0;
  return summary + sum(counts);
}

const tokensOf = (item: ThreadItem, { messagesOf, countText }: CompactionNeeds): Promise<number> =>
  tokensOfMessages(messagesOf(item), countText);

/** Words of at most the tokens that a summary may have: what is dense in tokens gets fewer characters. */
async function boundedSummary(
  state: ConversationState,
  left: readonly ThreadItem[],
  artifactId: string,
  { countText, windowTokens, policy }: CompactionNeeds,
): Promise<string> {
  const window = windowTokens ?? limits.usualWindowTokens;
  const maxTokens = Math.min(limits.summaryTokens, Math.floor(window * limits.summaryShare));
  for (let characters = maxTokens * 4; ; characters = Math.floor(characters * 0.8)) {
    const text = summariseByRule(state, left, wayToAll(artifactId, policy), characters);
    if ((await countText(text)) <= maxTokens || characters < limits.minSummaryCharacters) return text;
  }
}

/** Stores what is compacted, as long as the conversation lasts, with the words that take its place as its view. */
export async function storeTranscript(
  transcript: string,
  {
    artifactId,
    messagesRemoved,
    summaryContent,
  }: Pick<Compaction, 'artifactId' | 'messagesRemoved' | 'summaryContent'>,
  {
    artifacts,
    account,
    runId,
    nowMs,
  }: Pick<CompactionNeeds, 'artifacts' | 'runId' | 'nowMs'> & {
    account: Pick<CompactionNeeds['account'], 'conversationId' | 'member'>;
  },
): Promise<void> {
  await storeConversationText(artifacts, transcript, {
    id: artifactId,
    title: `${messagesRemoved} compacted messages`,
    tool: compactionTool,
    arguments: {},
    origin: 'tool',
    author: account.member,
    conversationId: account.conversationId,
    runId,
    createdAt: new Date(nowMs()).toISOString(),
  });
  await artifacts.setAssistantView(artifactId, summaryContent, []);
}
