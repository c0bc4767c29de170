import type { EventData, ToolRequest } from '#lib/core/vocabulary/events.ts';
import {
  type ConversationState,
  type Replacement,
  runsOf,
  type ToolCallState,
} from '../conversation-state.ts';

/** A call as the model requested it, before anything was done. */
export const requestedCall = (
  { toolCallId, name, arguments: input }: ToolRequest,
  threadId: string | null,
  client: ToolCallState['client'] = null,
): ToolCallState => ({
  toolCallId,
  threadId,
  client,
  toolName: name,
  arguments: input,
  status: 'requested',
  permission: null,
  startedAt: null,
  progress: null,
  partial: null,
  terminalHolder: null,
  elicitation: null,
  result: null,
  completedAt: null,
  replacement: null,
  earlier: [],
});

export function startToolCall(
  state: ConversationState,
  data: EventData<'tool.execution_start'>,
  timestamp: string,
): ConversationState {
  const call = state.toolCalls[data.toolCallId];
  if (call?.status !== 'requested') return state;
  return withToolCall(state, { ...call, status: 'running', startedAt: timestamp });
}

export function completeToolCall(
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
    elicitation: null,
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

export function replaceArtifact(
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
  const gone = { partial: null, progress: null, elicitation: null };
  return withToolCall(state, { ...call, ...gone, replacement, earlier });
}

export function recordProgress(
  state: ConversationState,
  { toolCallId, progressMessage }: EventData<'tool.execution_progress'>,
): ConversationState {
  const call = state.toolCalls[toolCallId];
  return call && isGoing(state, call) ? withToolCall(state, { ...call, progress: progressMessage }) : state;
}

export function recordGrowth(
  state: ConversationState,
  { toolCallId, ...partial }: EventData<'tool.execution_partial_result'>,
): ConversationState {
  const call = state.toolCalls[toolCallId];
  return call && isGoing(state, call) ? withToolCall(state, { ...call, partial }) : state;
}

export function recordHolder(
  state: ConversationState,
  { toolCallId, holder }: EventData<'tool.terminal_control'>,
): ConversationState {
  const call = state.toolCalls[toolCallId];
  return call?.status === 'running' ? withToolCall(state, { ...call, terminalHolder: holder }) : state;
}

export function recordElicitation(
  state: ConversationState,
  { toolCallId, elicitation }: EventData<'tool.elicitation'>,
): ConversationState {
  const call = state.toolCalls[toolCallId];
  return call && isGoing(state, call) ? withToolCall(state, { ...call, elicitation }) : state;
}

/** Whether a call is running now, for the first time or again. */
const isGoing = (state: ConversationState, call: ToolCallState): boolean =>
  call.status === 'running' ||
  (state.activeRunId !== null && state.runs[state.activeRunId]?.rerunOf === call.toolCallId);

export function withoutGrowth(state: ConversationState, toolCallId: string): ConversationState {
  const call = state.toolCalls[toolCallId];
  return call?.partial || call?.progress || call?.elicitation
    ? withToolCall(state, { ...call, partial: null, progress: null, elicitation: null })
    : state;
}

const withEntries = <T>(
  record: Readonly<Record<string, T>>,
  entries: [key: string, value: T][],
): Readonly<Record<string, T>> =>
  entries.length === 0 ? record : { ...record, ...Object.fromEntries(entries) };

export const withSecrets = (
  { maskedSecrets }: ConversationState,
  masked: readonly { name: string; fingerprint: string }[],
) =>
  withEntries(
    maskedSecrets,
    masked.map(({ fingerprint, name }) => [fingerprint, name]),
  );

export const withToolCall = (state: ConversationState, call: ToolCallState): ConversationState => ({
  ...state,
  toolCalls: { ...state.toolCalls, [call.toolCallId]: call },
});
