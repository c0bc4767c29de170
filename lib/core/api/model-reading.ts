import type { AttachedView } from '../conversation/attached-view.ts';
import type { ConversationState, ToolCallState } from '../conversation/conversation-state.ts';
import { type AssistantItem, isMessage, isToAgent, type ThreadItem } from '../conversation/thread-items.ts';
import { findNode, itemsAround, nodeOfCall, type ThreadTree } from '../conversation/thread-tree.ts';
import { recallOutputProfile } from '../vocabulary/tools/recall-output.ts';
import type { ModelReading, Recall, RunSteps } from './model-reading-schema.ts';

type Log = Pick<ConversationState, 'tree' | 'toolCalls'>;

export const readingOf = ({ tree, toolCalls }: Log, call: ToolCallState): ModelReading => ({
  runs: runsCarrying(tree, call),
  recalls: recallsOf(
    aroundCall(tree, call.toolCallId),
    toolCalls,
    call.result?.toolTelemetry.artifactId ?? null,
  ),
  masked: call.result?.toolTelemetry.masked ?? [],
});

export const readingOfAttachment = (
  { tree, toolCalls }: Log,
  { message, attachment }: AttachedView,
): ModelReading => ({
  runs: runsAfter(tree, message.messageId),
  recalls: recallsOf(itemsAround(tree, message.messageId), toolCalls, attachment.artifactId),
  masked: attachment.masked ?? [],
});

/** What came before a call and, on every version, after it. */
function aroundCall(tree: ThreadTree, toolCallId: string): ThreadItem[] {
  const nodeId = nodeOfCall(tree, toolCallId);
  return nodeId === null ? [] : itemsAround(tree, nodeId);
}

/**
 * The steps that carried a message and its attachments: all that came after it, on every version, until it was
 * compacted. Those that answer it always read it.
 */
export function runsAfter(tree: ThreadTree, messageId: string): RunSteps[] {
  const [message] = findNode(tree, messageId)?.items ?? [];
  const items = message && isToAgent(message) ? itemsAround(tree, messageId) : [];
  const positions = positionsIn(items);
  const start = positions.get(messageId) ?? 0;
  return carriedBy(items.slice(start + 1).filter(isStep), (step) => {
    const isAnswer = findNode(tree, step.runId)?.parentId === messageId;
    return isAnswer || firstRead(step, positions) <= start;
  });
}

/**
 * The steps that carried a result: all after the one that requested it, until that was compacted. Within a run a step
 * starts only when the calls of the last one are answered, and a result that never came is never sent.
 */
export function runsCarrying(tree: ThreadTree, { toolCallId, result }: ToolCallState): RunSteps[] {
  if (!result?.result) return [];
  const items = aroundCall(tree, toolCallId);
  const positions = positionsIn(items);
  const steps = items.filter(isStep);
  const asking = steps.findLast(({ toolRequests }) =>
    toolRequests.some((request) => request.toolCallId === toolCallId),
  );
  if (!asking) return [];
  const asked = positions.get(asking.messageId) ?? 0;
  return carriedBy(
    steps.filter((step) => step.runId === asking.runId || (positions.get(step.messageId) ?? 0) > asked),
    (step) => (positions.get(step.messageId) ?? 0) > asked && firstRead(step, positions) <= asked,
  );
}

/** Grouped by run; what is carried by steps of a run is carried by consecutive ones. */
function carriedBy(steps: readonly Step[], isCarried: (step: Step) => boolean): RunSteps[] {
  return [...Map.groupBy(steps, ({ runId }) => runId)].map(([runId, ofRun]) => {
    const from = ofRun.findIndex(isCarried);
    const to = ofRun.findLastIndex(isCarried);
    return { runId, steps: ofRun.length, sent: from === -1 ? null : { from: from + 1, to: to + 1 } };
  });
}

const positionsIn = (items: readonly ThreadItem[]): ReadonlyMap<string, number> =>
  new Map(items.flatMap((item, index) => (isMessage(item) ? [[item.messageId, index]] : [])));

/** The position of the first item that a step read as it is. */
const firstRead = ({ readsFrom }: Step, positions: ReadonlyMap<string, number>): number =>
  readsFrom === null ? 0 : (positions.get(readsFrom) ?? 0);

function recallsOf(
  items: readonly ThreadItem[],
  toolCalls: Log['toolCalls'],
  artifactId: string | null,
): Recall[] {
  if (artifactId === null) return [];
  const counts = new Map<string, number>();
  return items.filter(isStep).flatMap(({ runId, toolRequests }) => {
    const step = (counts.get(runId) ?? 0) + 1;
    counts.set(runId, step);
    return toolRequests.flatMap(({ toolCallId, name, arguments: input }): Recall[] => {
      const result = name === recallOutputProfile.name ? toolCalls[toolCallId]?.result : null;
      const ask = result?.success ? askOf(input, artifactId) : null;
      if (!result || !ask) return [];
      return [{ toolCallId, runId, step, ...ask, sentTokens: result.toolTelemetry.sentTokens }];
    });
  });
}

const ways = ['lines', 'query', 'jsonPath'] as const;

/** `null`: the call does not ask for more of this artifact. */
function askOf(input: ToolCallState['arguments'], artifactId: string): Pick<Recall, 'by' | 'asked'> | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  if (input.artifactId !== artifactId) return null;
  for (const by of ways) {
    const asked = input[by];
    if (typeof asked === 'string') return { by, asked };
  }
  return null;
}

type Step = AssistantItem & { runId: string };

const isStep = (item: ThreadItem): item is Step => item.kind === 'assistant' && item.runId !== null;
