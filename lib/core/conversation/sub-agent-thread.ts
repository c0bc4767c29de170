import type { ConversationState, SubAgentState } from './conversation-state.ts';

/**
 * The state as a sub-agent knows it: its own thread in place of the conversation's, with the calls, rights and secrets
 * of all. What is derived from `items` is then its own.
 */
export function threadOf(state: ConversationState, eventId: string): ConversationState {
  const agent = state.subAgents[eventId];
  if (!agent) throw new RangeError(eventId);
  return {
    ...state,
    ...agent.thread,
    threadId: eventId,
    queued: [],
    live: null,
  };
}

/** The sub-agents that a call started, in their order. */
export const subAgentsOf = (
  { subAgents }: Pick<ConversationState, 'subAgents'>,
  toolCallId: string,
): SubAgentState[] => Object.values(subAgents).filter((agent) => agent.toolCallId === toolCallId);

/** Number of its model calls that answered. */
export const stepsOf = ({ thread }: Pick<SubAgentState, 'thread'>): number =>
  thread.items.filter(({ kind }) => kind === 'assistant').length;

/** What it said last; empty: nothing yet. */
export function answerOf({ thread }: Pick<SubAgentState, 'thread'>): string {
  const last = thread.items.findLast((item) => item.kind === 'assistant' && item.content !== '');
  return last?.kind === 'assistant' ? last.content : '';
}
