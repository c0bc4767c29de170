import {
  type AssistantItem,
  type ConversationState,
  emptyConversation,
  type NoticeItem,
  type QueuedItem,
  type Replacement,
  type RunState,
  runsOf,
  type ToolCallState,
  type UserItem,
} from './conversation-state.ts';
import type { ConversationEvent, EphemeralEvent, EventData } from './events.ts';

/**
 * Applies one event. Pure, and idempotent: an event seen before changes nothing, so that a reader may replay
 * any stretch of the log, and live feedback that comes late or twice does no harm.
 */
export function reduceEvent(state: ConversationState, event: ConversationEvent): ConversationState {
  return event.id === null
    ? reduceEphemeral(state, event)
    : { ...reduceDurable(state, event), cursor: event.id };
}

export const reduceEvents = (
  events: Iterable<ConversationEvent>,
  state: ConversationState = emptyConversation,
): ConversationState => {
  let next = state;
  for (const event of events) next = reduceEvent(next, event);
  return next;
};

function reduceDurable(
  state: ConversationState,
  event: Exclude<ConversationEvent, EphemeralEvent>,
): ConversationState {
  switch (event.type) {
    case 'session.start':
      return {
        ...state,
        model: event.data.model,
        workspace: event.data.workspace,
        git: event.data.git ?? null,
      };
    case 'conversation.renamed':
      return { ...state, title: event.data.title };
    case 'conversation.audience_changed':
      return { ...state, audience: event.data.audience };
    case 'user.message':
      return queueMessage(state, event.data, event.timestamp);
    case 'message.edited':
      return editQueued(state, event.data);
    case 'message.withdrawn':
      return withdrawQueued(state, event.data);
    case 'run.started':
      return startRun(state, event.data, event.timestamp);
    case 'assistant.message':
      return addAssistantMessage(state, event.data, event.timestamp);
    case 'tool.execution_start':
      return startToolCall(state, event.data, event.timestamp);
    case 'tool.execution_complete':
      return completeToolCall(state, event.data, event.timestamp);
    case 'run.finished':
      return finishRun(state, event.data, event.timestamp);
    case 'tool.rerun_requested':
      return queueRerun(state, event.data, event.timestamp);
    case 'artifact.replaced':
      return replaceArtifact(state, event.data, event.timestamp);
    case 'change.undone':
      return noteUndoing(state, event.data, true, event.timestamp);
    case 'change.redone':
      return noteUndoing(state, event.data, false, event.timestamp);
    case 'artifact.kept':
      return noteKeep(state, event.data, true, event.timestamp);
    case 'artifact.released':
      return noteKeep(state, event.data, false, event.timestamp);
    case 'session.error':
      return state;
  }
}

function reduceEphemeral(state: ConversationState, event: EphemeralEvent): ConversationState {
  switch (event.type) {
    case 'assistant.message_delta':
      return applyDelta(state, 'text', event.data);
    case 'assistant.reasoning_delta':
      return applyDelta(state, 'reasoning', event.data);
    case 'tool.execution_progress': {
      const call = state.toolCalls[event.data.toolCallId];
      if (!call || !isGoing(state, call)) return state;
      return withToolCall(state, { ...call, progress: event.data.progressMessage });
    }
    case 'tool.execution_partial_result': {
      const { toolCallId, ...partial } = event.data;
      const call = state.toolCalls[toolCallId];
      if (!call || !isGoing(state, call)) return state;
      return withToolCall(state, { ...call, partial });
    }
    case 'tool.terminal_control': {
      const call = state.toolCalls[event.data.toolCallId];
      if (call?.status !== 'running') return state;
      return withToolCall(state, { ...call, terminalHolder: event.data.holder });
    }
    case 'presence.updated':
      return notePresence(state, event.data, event.timestamp);
    case 'assistant.usage':
      return { ...state, usage: event.data };
    case 'session.idle':
      return state;
  }
}

function queueMessage(
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
    isUrgent: data.isUrgent === true,
    timestamp,
  };
  const named = attachments.flatMap(({ masked = [] }) => masked);
  return { ...queueItem(state, item, messageId, null), maskedSecrets: withSecrets(state, named) };
}

function queueRerun(
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
  };
  return { ...state, queued: inOrder(state.queued, item), runs: { ...state.runs, [item.runId]: run } };
}

function editQueued(
  state: ConversationState,
  { messageId, content }: EventData<'message.edited'>,
): ConversationState {
  const edited = (item: QueuedItem) => item.kind === 'user' && item.messageId === messageId;
  if (!state.queued.some(edited)) return state;
  return { ...state, queued: state.queued.map((item) => (edited(item) ? { ...item, content } : item)) };
}

/** Nobody answers it: its run is none. */
function withdrawQueued(
  state: ConversationState,
  { messageId }: EventData<'message.withdrawn'>,
): ConversationState {
  const item = state.queued.find((one) => one.kind === 'user' && one.messageId === messageId);
  if (!item) return state;
  const { [item.runId]: _withdrawn, ...runs } = state.runs;
  return { ...state, runs, queued: state.queued.filter((other) => other !== item) };
}

function notePresence(
  state: ConversationState,
  { member, state: is }: EventData<'presence.updated'>,
  timestamp: string,
): ConversationState {
  const { [member.id]: before, ...others } = state.presences;
  // Those of the past are told to whoever comes: an older word does not undo a newer one.
  if (before && before.timestamp > timestamp) return state;
  const presence = { name: member.name, isTyping: is === 'typing', timestamp };
  return { ...state, presences: is === 'left' ? others : { ...others, [member.id]: presence } };
}

const isUrgent = (item: QueuedItem): boolean => item.kind === 'user' && item.isUrgent;

/** What waits is taken in the order it came; what is urgent before all that is not. */
function inOrder(queued: readonly QueuedItem[], item: QueuedItem): QueuedItem[] {
  const firstCalm = isUrgent(item) ? queued.findIndex((other) => !isUrgent(other)) : -1;
  return firstCalm === -1 ? [...queued, item] : queued.toSpliced(firstCalm, 0, item);
}

/** A message enters the thread when its run starts (or ends without having started), not when it was queued. */
function takeFromQueue(state: ConversationState, runId: string): Pick<ConversationState, 'items' | 'queued'> {
  const taken = state.queued.filter((item): item is UserItem => item.kind === 'user' && item.runId === runId);
  return {
    items: [...state.items, ...taken],
    queued: state.queued.filter((item) => item.runId !== runId),
  };
}

function startRun(
  state: ConversationState,
  data: EventData<'run.started'>,
  timestamp: string,
): ConversationState {
  const run = state.runs[data.runId];
  if (run?.status !== 'queued') return state;
  return {
    ...(run.rerunOf === null ? state : withoutGrowth(state, run.rerunOf)),
    ...takeFromQueue(state, data.runId),
    activeRunId: data.runId,
    runs: {
      ...state.runs,
      [data.runId]: { ...run, status: 'running', model: data.model, startedAt: timestamp },
    },
  };
}

function addAssistantMessage(
  state: ConversationState,
  data: EventData<'assistant.message'>,
  timestamp: string,
): ConversationState {
  if (hasMessage(state, data.messageId)) return state;
  const toolRequests = data.toolRequests ?? [];
  const item: AssistantItem = {
    kind: 'assistant',
    messageId: data.messageId,
    runId: state.activeRunId,
    content: data.content,
    toolRequests,
    timestamp,
  };
  const requested = toolRequests.map(
    (request): ToolCallState => ({
      toolCallId: request.toolCallId,
      toolName: request.name,
      arguments: request.arguments,
      status: 'requested',
      startedAt: null,
      progress: null,
      partial: null,
      terminalHolder: null,
      result: null,
      completedAt: null,
      replacement: null,
      earlier: [],
    }),
  );
  return {
    ...state,
    items: [...state.items, item],
    toolCalls: {
      ...state.toolCalls,
      ...Object.fromEntries(requested.map((call) => [call.toolCallId, call])),
    },
    live: state.live?.messageId === data.messageId ? null : state.live,
  };
}

function startToolCall(
  state: ConversationState,
  data: EventData<'tool.execution_start'>,
  timestamp: string,
): ConversationState {
  const call = state.toolCalls[data.toolCallId];
  if (call?.status !== 'requested') return state;
  return withToolCall(state, { ...call, status: 'running', startedAt: timestamp });
}

function completeToolCall(
  state: ConversationState,
  data: EventData<'tool.execution_complete'>,
  timestamp: string,
): ConversationState {
  const call = state.toolCalls[data.toolCallId];
  if (call?.status !== 'requested' && call?.status !== 'running') return state;
  const next = withToolCall(state, {
    ...call,
    status: 'complete',
    progress: null,
    partial: null,
    terminalHolder: null,
    result: data,
    completedAt: timestamp,
  });
  const { knownFiles = [], masked = [] } = data.toolTelemetry;
  return {
    ...next,
    knownFiles: withEntries(
      next.knownFiles,
      knownFiles.map(({ path, sha256 }) => [path, sha256]),
    ),
    maskedSecrets: withSecrets(next, masked),
  };
}

function replaceArtifact(
  state: ConversationState,
  { toolCallId, by, durationMs, toolTelemetry }: EventData<'artifact.replaced'>,
  timestamp: string,
): ConversationState {
  const call = state.toolCalls[toolCallId];
  const { artifactId } = toolTelemetry;
  if (!call || artifactId === null || (call.replacement?.timestamp ?? '') > timestamp) return state;
  const earlier = runsOf(call);
  if (earlier.some((run) => run.artifactId === artifactId)) return state;
  const replacement: Replacement = { artifactId, by, durationMs, toolTelemetry, timestamp };
  return withToolCall(state, { ...call, partial: null, progress: null, replacement, earlier });
}

function noteUndoing(
  state: ConversationState,
  { artifactId, by }: EventData<'change.undone'>,
  isUndone: boolean,
  timestamp: string,
): ConversationState {
  if ((state.undoings[artifactId]?.timestamp ?? '') > timestamp) return state;
  return { ...state, undoings: { ...state.undoings, [artifactId]: { isUndone, by, timestamp } } };
}

function noteKeep(
  state: ConversationState,
  { artifactId, expiresAt, by }: EventData<'artifact.kept'>,
  isKept: boolean,
  timestamp: string,
): ConversationState {
  if ((state.keeps[artifactId]?.timestamp ?? '') > timestamp) return state;
  return { ...state, keeps: { ...state.keeps, [artifactId]: { isKept, expiresAt, by, timestamp } } };
}

function finishRun(
  state: ConversationState,
  data: EventData<'run.finished'>,
  timestamp: string,
): ConversationState {
  const run = state.runs[data.runId];
  if (run?.status !== 'queued' && run?.status !== 'running') return state;
  const { items, queued } = takeFromQueue(state, data.runId);
  const notice: NoticeItem[] =
    data.outcome === 'completed'
      ? []
      : [{ kind: 'notice', runId: data.runId, outcome: data.outcome, error: data.error ?? null, timestamp }];
  const isActive = state.activeRunId === data.runId;
  return {
    ...(run.rerunOf === null ? state : withoutGrowth(state, run.rerunOf)),
    items: [...items, ...notice],
    queued,
    runs: { ...state.runs, [data.runId]: { ...run, status: data.outcome, finishedAt: timestamp } },
    activeRunId: isActive ? null : state.activeRunId,
    live: isActive ? null : state.live,
  };
}

function applyDelta(
  state: ConversationState,
  field: 'text' | 'reasoning',
  delta: EventData<'assistant.message_delta'>,
): ConversationState {
  // Between runs nothing streams: this one comes late.
  if (state.activeRunId === null) return state;
  if (state.live?.messageId !== delta.messageId) {
    if (delta.offset !== 0 || hasMessage(state, delta.messageId)) return state;
    const fresh = { messageId: delta.messageId, text: '', reasoning: '' };
    return { ...state, live: { ...fresh, [field]: delta.deltaContent } };
  }
  const held = state.live[field];
  const fits = delta.offset <= held.length && delta.offset + delta.deltaContent.length > held.length;
  if (!fits) return state;
  return { ...state, live: { ...state.live, [field]: held.slice(0, delta.offset) + delta.deltaContent } };
}

/** Whether a call is at work now: for the first time, or again. */
const isGoing = (state: ConversationState, call: ToolCallState): boolean =>
  call.status === 'running' ||
  (state.activeRunId !== null && state.runs[state.activeRunId]?.rerunOf === call.toolCallId);

function withoutGrowth(state: ConversationState, toolCallId: string): ConversationState {
  const call = state.toolCalls[toolCallId];
  return call?.partial || call?.progress
    ? withToolCall(state, { ...call, partial: null, progress: null })
    : state;
}

const withEntries = <T>(
  record: Readonly<Record<string, T>>,
  entries: [key: string, value: T][],
): Readonly<Record<string, T>> =>
  entries.length === 0 ? record : { ...record, ...Object.fromEntries(entries) };

const withSecrets = (
  { maskedSecrets }: ConversationState,
  masked: readonly { name: string; fingerprint: string }[],
) =>
  withEntries(
    maskedSecrets,
    masked.map(({ fingerprint, name }) => [fingerprint, name]),
  );

const withToolCall = (state: ConversationState, call: ToolCallState): ConversationState => ({
  ...state,
  toolCalls: { ...state.toolCalls, [call.toolCallId]: call },
});

/** Looked for from the end: what is asked about is nearly always the latest. */
const hasMessage = (state: ConversationState, messageId: string): boolean =>
  state.items.findLast((item) => item.kind === 'assistant' && item.messageId === messageId) !== undefined;
