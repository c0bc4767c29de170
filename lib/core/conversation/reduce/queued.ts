import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState, QueuedItem, RunState } from '../conversation-state.ts';
import type { ThreadItem, UserItem } from '../thread-items.ts';
import { findNode, tipBelow, withItems } from '../thread-tree.ts';
import { addAnswer, addMessage, withSelected, withTree } from './branches.ts';
import { withSecrets } from './tool-calls.ts';

/** A message to the agent waits for its run; one to the team is in the thread at once. */
export function receiveMessage(
  state: ConversationState,
  data: EventData<'user.message'>,
  timestamp: string,
): ConversationState {
  const { runId } = data;
  if (runId === null ? findNode(state.tree, data.messageId) : state.runs[runId]) return state;
  const item = userItem(data, timestamp);
  const named = data.attachments.flatMap(({ masked = [] }) => masked);
  const secrets = { maskedSecrets: withSecrets(state, named) };
  if (runId !== null) return { ...queueItem(state, { ...item, runId }), ...secrets };
  return { ...showing(addMessage(state, item), item.messageId), ...secrets };
}

/** A message as it was sent. */
export const userItem = (
  { messageId, runId, author, content, attachments, ...data }: EventData<'user.message'>,
  timestamp: string,
): UserItem => ({
  kind: 'user',
  messageId,
  runId,
  clientMessageId: data.clientMessageId ?? null,
  author,
  content,
  attachments,
  mentions: data.mentions ?? [],
  isUrgent: data.isUrgent === true,
  model: data.model ?? null,
  effort: data.effort ?? null,
  replaces: data.replaces ?? null,
  after: data.after ?? null,
  quotes: data.quotes ?? null,
  via: data.via ?? null,
  isDeleted: false,
  isEdited: data.replaces !== undefined,
  timestamp,
});

/** A run keeps everybody on its path, so what came meanwhile on another one is not shown to them. */
const showing = (state: ConversationState, nodeId: string): ConversationState =>
  state.activeRunId === null ? withSelected(state, nodeId) : state;

export function queueRerun(
  state: ConversationState,
  { runId, toolCallId, by }: EventData<'tool.rerun_requested'>,
  timestamp: string,
): ConversationState {
  if (state.runs[runId]) return state;
  return queueItem(state, { kind: 'rerun', runId, toolCallId, by, timestamp });
}

/** Another answer to a message, or the continuation of a run. */
export function queueRun(
  state: ConversationState,
  { runId, messageId, replaces, continues, by, isAutomatic }: EventData<'run.requested'>,
  timestamp: string,
): ConversationState {
  if (state.runs[runId] || !findNode(state.tree, messageId)) return state;
  const asked = { runId, messageId, by, timestamp };
  if (continues === undefined)
    return replaces === undefined ? state : queueItem(state, { kind: 'regenerate', ...asked, replaces });
  if (!findNode(state.tree, continues) || continuationOf(state.runs, continues) !== null) return state;
  return queueItem(state, { kind: 'continue', ...asked, continues, isAutomatic: isAutomatic === true });
}

/** The run that continues another one; `null`: none does. */
export const continuationOf = (runs: ConversationState['runs'], runId: string): RunState | null =>
  Object.values(runs).find(({ continues }) => continues === runId) ?? null;

function queueItem(state: ConversationState, item: QueuedItem): ConversationState {
  const run: RunState = {
    runId: item.runId,
    messageId: item.kind === 'rerun' ? null : item.messageId,
    rerunOf: item.kind === 'rerun' ? item.toolCallId : null,
    replaces: item.kind === 'regenerate' ? item.replaces : null,
    continues: item.kind === 'continue' ? item.continues : null,
    isAutomatic: item.kind === 'continue' && item.isAutomatic,
    askedBy: item.kind === 'user' ? item.author : item.by,
    status: 'queued',
    model: null,
    startedAt: null,
    finishedAt: null,
    stoppedBy: null,
  };
  return { ...state, queued: inOrder(state.queued, item), runs: { ...state.runs, [item.runId]: run } };
}

/** Changes a message that waits, or one for the team in the thread. */
export function editMessage(
  state: ConversationState,
  { messageId, content, attachments: added = [], mentions = [] }: EventData<'message.edited'>,
): ConversationState {
  const edit = <Item extends UserItem>(item: Item): Item => ({
    ...item,
    content,
    attachments: [...item.attachments, ...added],
    mentions,
  });
  const named = added.flatMap(({ masked = [] }) => masked);
  const next = { ...state, maskedSecrets: withSecrets(state, named) };
  const [sent, ...others] = findNode(state.tree, messageId)?.items ?? [];
  if (sent?.kind === 'user') {
    if (sent.runId !== null || sent.isDeleted || sent.content === content) return state;
    return withTree(next, withItems(state.tree, messageId, [{ ...edit(sent), isEdited: true }, ...others]));
  }
  const edited = state.queued.find((item) => item.kind === 'user' && item.messageId === messageId);
  if (edited?.kind !== 'user') return state;
  return { ...next, queued: state.queued.map((item) => (item === edited ? edit(edited) : item)) };
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

/** Urgent items are taken before what goes on, and that before all others. */
const rankOf = (item: QueuedItem): number => {
  if (item.kind === 'user' && item.isUrgent) return 0;
  return item.kind === 'continue' ? 1 : 2;
};

/** Queued items of one rank are taken in the order they came. */
function inOrder(queued: readonly QueuedItem[], item: QueuedItem): QueuedItem[] {
  const firstAfter = queued.findIndex((other) => rankOf(other) > rankOf(item));
  return firstAfter === -1 ? [...queued, item] : queued.toSpliced(firstAfter, 0, item);
}

/**
 * A message enters the thread when its run starts (or ends without having started), not when it is queued;
 * everybody moves to the path that it is on.
 */
export function takeFromQueue(state: ConversationState, runId: string): ConversationState {
  const item = state.queued.find((queued) => queued.runId === runId);
  if (!item) return state;
  const taken = { ...state, queued: state.queued.filter((other) => other !== item) };
  if (item.kind === 'rerun') return taken;
  if (item.kind === 'continue') {
    const { continues, timestamp } = item;
    const items: ThreadItem[] = [{ kind: 'continuation', runId, continues, timestamp }];
    // Below what people wrote to one another since.
    return showing(addAnswer(taken, runId, tipBelow(state.tree, continues), items), runId);
  }
  const asked = item.kind === 'user' ? addMessage(taken, item) : taken;
  return showing(addAnswer(asked, runId, item.messageId), runId);
}
