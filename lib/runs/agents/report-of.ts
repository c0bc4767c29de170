import {
  artifactOf,
  type ConversationState,
  type SubAgentEnd,
  type SubAgentState,
} from '#lib/core/conversation/conversation-state.ts';
import { answerOf, stepsOf } from '#lib/core/conversation/sub-agent-thread.ts';
import type { AgentReport } from '#lib/tools/agent-report.ts';

/** What the model that delegated reads of a sub-agent that has ended. */
export function reportOf(state: ConversationState, eventId: string): AgentReport {
  const agent = state.subAgents[eventId];
  if (!agent?.end) throw new RangeError(`No sub-agent ${eventId} has ended`);
  const artifacts = Object.values(state.toolCalls).flatMap((call) => {
    const id = call.threadId === eventId ? artifactOf(call) : null;
    return id === null ? [] : [{ id, title: call.result?.toolTelemetry.title ?? call.toolName }];
  });
  const { outcome, error } = agent.end;
  const answered = outcome === 'completed' && hasAnswered(agent);
  return {
    agent: agent.agentName,
    outcome,
    answer: answerOf(agent),
    problem: answered ? null : problemOf(outcome, error, agent),
    steps: stepsOf(agent),
    artifacts,
  };
}

/** Its last words are no answer if it called tools after them, and then said nothing. */
function hasAnswered({ thread }: SubAgentState): boolean {
  const last = thread.items.at(-1);
  return last?.kind === 'assistant' && last.toolRequests.length === 0;
}

function problemOf(
  outcome: SubAgentEnd['outcome'],
  error: string | null,
  { stoppedBy, maxSteps }: Pick<SubAgentState, 'stoppedBy' | 'maxSteps'>,
): string {
  if (outcome === 'completed') return 'It ended without an answer.';
  if (outcome === 'step_limit') return `It did not finish within ${maxSteps} steps.`;
  if (outcome === 'aborted' && stoppedBy !== null) return 'A person stopped it.';
  return error ?? 'It failed.';
}
