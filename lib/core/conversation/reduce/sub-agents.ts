import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState, SubAgentEnd, SubAgentState } from '../conversation-state.ts';
import { threadOf } from '../sub-agent-thread.ts';
import { emptyTree, rootId, withItems } from '../thread-tree.ts';
import { userItem } from './queued.ts';

/** The task is the first message of its thread. */
export function startSubAgent(
  state: ConversationState,
  data: EventData<'subagent.started'>,
  event: { id: string; timestamp: string },
): ConversationState {
  if (state.subAgents[event.id]) return state;
  const { subagentId: messageId, task: content } = data;
  const author = { id: 'agent', name: 'Agent' };
  const message = { messageId, runId: state.activeRunId, author, content, attachments: [] };
  const task = userItem(message, event.timestamp);
  const agent: SubAgentState = {
    ...data,
    eventId: event.id,
    parentId: state.threadId,
    startedAt: event.timestamp,
    end: null,
    stoppedBy: null,
    thread: {
      tree: withItems(emptyTree, rootId, [task]),
      items: [task],
      knownFiles: {},
      compactions: [],
      usageInfo: null,
    },
  };
  return withSubAgent(state, agent);
}

export function endSubAgent(
  state: ConversationState,
  { subagentId, outcome, error, ...figures }: EventData<'subagent.completed' | 'subagent.failed'>,
  timestamp: string,
): ConversationState {
  const agent = subAgentOf(state, subagentId);
  if (agent?.end !== null) return state;
  const { durationMs, costMicrodollars } = figures;
  const end: SubAgentEnd = { outcome, error: error ?? null, durationMs, costMicrodollars, timestamp };
  return withSubAgent(state, { ...agent, end });
}

/** Keeps the first person who stopped it. */
export function recordSubAgentStop(
  state: ConversationState,
  { subagentId, by }: EventData<'subagent.stop_requested'>,
): ConversationState {
  const agent = subAgentOf(state, subagentId);
  return agent?.end !== null ? state : withSubAgent(state, { ...agent, stoppedBy: agent.stoppedBy ?? by });
}

/**
 * Applies an event of a sub-agent to its thread. What belongs to all threads, such as the calls, stays one. An event
 * under one that this reader does not know changes nothing.
 */
export function reduceNested(
  state: ConversationState,
  parentId: string,
  reduce: (thread: ConversationState) => ConversationState,
): ConversationState {
  if (!state.subAgents[parentId]) return state;
  const before = threadOf(state, parentId);
  const after = reduce(before);
  if (after === before) return state;
  const { toolCalls, subAgents, allowedCalls, allowedHosts, maskedSecrets } = after;
  const { tree, items, knownFiles, compactions, usageInfo } = after;
  const shared = { ...state, toolCalls, subAgents, allowedCalls, allowedHosts, maskedSecrets };
  const agent = subAgents[parentId];
  return agent
    ? withSubAgent(shared, { ...agent, thread: { tree, items, knownFiles, compactions, usageInfo } })
    : shared;
}

const subAgentOf = ({ subAgents }: ConversationState, subagentId: string): SubAgentState | undefined =>
  Object.values(subAgents).find((agent) => agent.subagentId === subagentId);

const withSubAgent = (state: ConversationState, agent: SubAgentState): ConversationState => ({
  ...state,
  subAgents: { ...state.subAgents, [agent.eventId]: agent },
});
