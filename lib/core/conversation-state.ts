import type { ConversationEvent, EphemeralEvent, EventData, RunOutcome, ToolRequest } from './events.ts';

export interface UserItem {
  kind: 'user';
  messageId: string;
  runId: string;
  clientMessageId: string | null;
  author: { id: string; name: string };
  content: string;
  attachments: EventData<'user.message'>['attachments'];
  timestamp: string;
}

export interface AssistantItem {
  kind: 'assistant';
  messageId: string;
  runId: string | null;
  content: string;
  toolRequests: ToolRequest[];
  timestamp: string;
}

/** How a run ended, where that is worth a word in the thread. */
export interface NoticeItem {
  kind: 'notice';
  runId: string;
  outcome: Exclude<RunOutcome, 'completed'>;
  error: { code: string; message: string } | null;
  timestamp: string;
}

export type ThreadItem = UserItem | AssistantItem | NoticeItem;

export interface RunState {
  runId: string;
  messageId: string;
  status: 'queued' | 'running' | RunOutcome;
  model: string | null;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface ToolCallState {
  toolCallId: string;
  toolName: string;
  arguments: ToolRequest['arguments'];
  status: 'requested' | 'running' | 'complete';
  startedAt: string | null;
  progress: string | null;
  result: EventData<'tool.execution_complete'> | null;
  completedAt: string | null;
}

/** Text of the model call that is streaming: feedback, replaced by its `assistant.message`. */
export interface LiveMessage {
  messageId: string;
  text: string;
  reasoning: string;
}

export interface ConversationState {
  /** ID of the last durable event applied; `null` before the first. */
  cursor: string | null;
  title: string | null;
  model: string | null;
  workspace: string | null;
  git: { branch: string | null; commit: string } | null;
  items: readonly ThreadItem[];
  /** Messages whose run has not started, in the order they will be taken. */
  queued: readonly UserItem[];
  runs: Readonly<Record<string, RunState>>;
  activeRunId: string | null;
  toolCalls: Readonly<Record<string, ToolCallState>>;
  live: LiveMessage | null;
  usage: EventData<'assistant.usage'> | null;
}

export const emptyConversation: ConversationState = {
  cursor: null,
  title: null,
  model: null,
  workspace: null,
  git: null,
  items: [],
  queued: [],
  runs: {},
  activeRunId: null,
  toolCalls: {},
  live: null,
  usage: null,
};

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
    case 'user.message':
      return queueMessage(state, event.data, event.timestamp);
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
      if (call?.status !== 'running') return state;
      return withToolCall(state, { ...call, progress: event.data.progressMessage });
    }
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
    timestamp,
  };
  const run: RunState = {
    runId,
    messageId,
    status: 'queued',
    model: null,
    startedAt: null,
    finishedAt: null,
  };
  return { ...state, queued: [...state.queued, item], runs: { ...state.runs, [runId]: run } };
}

/** A message enters the thread when its run starts (or ends without having started), not when it was queued. */
function takeFromQueue(state: ConversationState, runId: string): Pick<ConversationState, 'items' | 'queued'> {
  const taken = state.queued.filter((item) => item.runId === runId);
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
    ...state,
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
      result: null,
      completedAt: null,
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
  return withToolCall(state, {
    ...call,
    status: 'complete',
    progress: null,
    result: data,
    completedAt: timestamp,
  });
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
    ...state,
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

const withToolCall = (state: ConversationState, call: ToolCallState): ConversationState => ({
  ...state,
  toolCalls: { ...state.toolCalls, [call.toolCallId]: call },
});

/** Looked for from the end: what is asked about is nearly always the latest. */
const hasMessage = (state: ConversationState, messageId: string): boolean =>
  state.items.findLast((item) => item.kind === 'assistant' && item.messageId === messageId) !== undefined;
