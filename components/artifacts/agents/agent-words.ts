import { formatElapsed } from '#components/ui/format-time.ts';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type {
  ConversationState,
  SubAgentEnd,
  SubAgentState,
  ToolCallState,
} from '#lib/core/conversation/conversation-state.ts';
import { isAsking } from '#lib/core/conversation/permissions.ts';
import { stepsOf } from '#lib/core/conversation/sub-agent-thread.ts';

/** What people see of a sub-agent at a glance. */
export type AgentStatus = 'running' | 'asking' | SubAgentEnd['outcome'];

type Threads = Pick<ConversationState, 'subAgents' | 'toolCalls'>;

/** The calls of a sub-agent, and of those below it, that wait for people. */
export function askedCallsOf({ eventId, end }: SubAgentState, threads: Threads): ToolCallState[] {
  if (end !== null) return [];
  const isBelow = (threadId: string | null): boolean =>
    threadId === eventId || (threadId !== null && isBelow(threads.subAgents[threadId]?.parentId ?? null));
  return Object.values(threads.toolCalls).filter((call) => isAsking(call) && isBelow(call.threadId));
}

export const statusOf = (agent: SubAgentState, threads: Threads): AgentStatus =>
  agent.end?.outcome ?? (askedCallsOf(agent, threads).length > 0 ? 'asking' : 'running');

/** As in "2 done". Those at their limits answered with what they had. */
export const statusWord: Record<AgentStatus, string> = {
  running: 'running',
  asking: 'waits for an answer',
  completed: 'done',
  step_limit: 'at its step limit',
  budget: 'at its budget',
  failed: 'failed',
  aborted: 'stopped',
  interrupted: 'lost',
};

/** `9 steps · $0.041 · 1:12`, or what ended it before. */
export function agentFigures(agent: SubAgentState, nowMs: number | null): string {
  const { end, startedAt } = agent;
  if (end === null) {
    const elapsed = nowMs === null ? [] : [formatElapsed(nowMs - Date.parse(startedAt))];
    return [formatStepCount(stepsOf(agent)), ...elapsed].join(' · ');
  }
  const cost = end.costMicrodollars === null ? [] : [formatMoney(end.costMicrodollars)];
  return [endWords(agent, end), ...cost, formatElapsed(end.durationMs)].join(' · ');
}

const formatStepCount = (count: number): string => `${count} ${count === 1 ? 'step' : 'steps'}`;

function endWords(agent: SubAgentState, { outcome }: SubAgentEnd): string {
  if (outcome === 'step_limit') return `step limit of ${agent.maxSteps}`;
  if (outcome === 'budget') return 'budget reached';
  if (outcome === 'aborted') return agent.stoppedBy ? `stopped by ${agent.stoppedBy.name}` : 'stopped';
  if (outcome === 'interrupted') return 'lost: the server stopped';
  return formatStepCount(stepsOf(agent));
}
