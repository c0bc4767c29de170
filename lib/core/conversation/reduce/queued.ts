import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState, QueuedItem, RunState, UserItem } from '../conversation-state.ts';
import { withSecrets } from './tool-calls.ts';

export function queueMessage(
  state: ConversationState,
  data: EventData<'user.message'>,
  timestamp: string,
): ConversationState {
  if (state.runs[data.runId]) return state;
  const { messageId, runId, author, content, attachments } = data;
  const item: UserItem = {
    kind: 'user',
    messageId,
    runId,
    clientMessageId: data.clientMessageId ?? null,
    author,
    content,
    attachments,
    mentions: data.mentions ?? [],
    isUrgent: data.isUrgent === true,
    timestamp,
  };
  const named = attachments.flatMap(({ masked = [] }) => masked);
  return { ...queueItem(state, item, messageId, null), maskedSecrets: withSecrets(state, named) };
}

export function queueRerun(
  state: ConversationState,
  { runId, toolCallId, by }: EventData<'tool.rerun_requested'>,
  timestamp: string,
): ConversationState {
  if (state.runs[runId]) return state;
  return queueItem(state, { kind: 'rerun', runId, toolCallId, by, timestamp }, null, toolCallId);
}

function queueItem(
  state: ConversationState,
  item: QueuedItem,
  messageId: string | null,
  rerunOf: string | null,
): ConversationState {
  const run: RunState = {
    runId: item.runId,
    messageId,
    rerunOf,
    status: 'queued',
    model: null,
    startedAt: null,
    finishedAt: null,
    stoppedBy: null,
  };
  return { ...state, queued: inOrder(state.queued, item), runs: { ...state.runs, [item.runId]: run } };
}

export function editQueued(
  state: ConversationState,
  { messageId, content, attachments: added = [], mentions = [] }: EventData<'message.edited'>,
): ConversationState {
  const edited = state.queued.find((item) => item.kind === 'user' && item.messageId === messageId);
  if (edited?.kind !== 'user') return state;
  const attachments = [...edited.attachments, ...added];
  const queued = state.queued.map((item) =>
    item === edited ? { ...edited, content, attachments, mentions } : item,
  );
  const named = added.flatMap(({ masked = [] }) => masked);
  return { ...state, queued, maskedSecrets: withSecrets(state, named) };
}

/** The item is never answered: its run does not take place. */
export function removeQueued(
  state: ConversationState,
  { messageId }: EventData<'message.withdrawn'>,
): ConversationState {
  const item = state.queued.find((one) => one.kind === 'user' && one.messageId === messageId);
  if (!item) return state;
  const { [item.runId]: _withdrawn, ...runs } = state.runs;
  return { ...state, runs, queued: state.queued.filter((other) => other !== item) };
}

const isUrgent = (item: QueuedItem): boolean => item.kind === 'user' && item.isUrgent;

/** Queued items are taken in the order they came; urgent ones before all others. */
function inOrder(queued: readonly QueuedItem[], item: QueuedItem): QueuedItem[] {
  const firstCalm = isUrgent(item) ? queued.findIndex((other) => !isUrgent(other)) : -1;
  return firstCalm === -1 ? [...queued, item] : queued.toSpliced(firstCalm, 0, item);
}

/**
 * A message enters the thread when its run starts (or ends without having started), not when it is queued.
 */
export function takeFromQueue(
  state: ConversationState,
  runId: string,
): Pick<ConversationState, 'items' | 'queued'> {
  const chosen = state.queued.filter(
    (item): item is UserItem => item.kind === 'user' && item.runId === runId,
  );
  return {
    items: [...state.items, ...chosen],
    queued: state.queued.filter((item) => item.runId !== runId),
  };
}
