import type { SubAgentEnd, SubAgentState } from '#lib/core/conversation/conversation-state.ts';
import { durableEvent, type NewEvent, nestedEvent } from '#lib/core/vocabulary/events.ts';
import { failedCall } from '#lib/tools/failed-call.ts';
import { type Account, recordOrphanedCalls } from '../ledger-entries-of-calls.ts';
import type { RunSettings } from '../run-settings.ts';

type EndSettings = Pick<RunSettings, 'ledger' | 'nowMs' | 'viewBudgets' | 'stores'>;

/** Logs the end of a sub-agent, after a result for each of its calls that has none. */
export async function endAgent(
  { settings, ...account }: Account & { settings: EndSettings },
  eventId: string,
  end: Omit<SubAgentEnd, 'timestamp'>,
): Promise<void> {
  const agent = account.log.state.subAgents[eventId];
  if (agent?.end !== null) return;
  const why = end.error ?? 'Stopped before it finished.';
  const calls = await endCalls({ ...account, agent }, settings, why, (threadId) => threadId === eventId);
  const timestamp = new Date(settings.nowMs()).toISOString();
  await account.log.append([...calls, nestedEvent(endEvent(agent, end, timestamp), agent.parentId)]);
}

/** Their process has ended: those that were at work are lost, those below others first. */
export async function endLostAgents(request: Account & { settings: EndSettings }): Promise<void> {
  const { log, settings } = request;
  const error = 'Its process ended before it finished. What it had done is kept.';
  for (const { eventId, end, startedAt } of Object.values(log.state.subAgents).toReversed()) {
    if (end !== null) continue;
    const durationMs = settings.nowMs() - Date.parse(startedAt);
    await endAgent(request, eventId, { outcome: 'interrupted', error, durationMs, costMicrodollars: null });
  }
}

export function endEvent(
  { toolCallId, subagentId, agentName, agentDisplayName }: SubAgentState,
  { outcome, error, durationMs, costMicrodollars }: Omit<SubAgentEnd, 'timestamp'>,
  timestamp: string,
): NewEvent {
  const data = {
    toolCallId,
    subagentId,
    agentName,
    agentDisplayName,
    durationMs,
    costMicrodollars,
  };
  return outcome === 'completed' || outcome === 'step_limit' || outcome === 'budget'
    ? durableEvent(
        'subagent.completed',
        { ...data, outcome, ...(error === null ? {} : { error }) },
        timestamp,
      )
    : durableEvent('subagent.failed', { ...data, outcome, error: error ?? 'It failed.' }, timestamp);
}

/** A result for each call that has none, so that the history of its thread stays complete. */
export async function endCalls(
  account: Account,
  settings: EndSettings,
  why: string,
  isOf: (threadId: string | null) => boolean,
): Promise<NewEvent[]> {
  const timestamp = new Date(settings.nowMs()).toISOString();
  const ended: NewEvent[] = [];
  for (const { toolCallId, toolName, threadId, client, status } of Object.values(
    account.log.state.toolCalls,
  )) {
    if (status === 'complete' || client !== null || !isOf(threadId)) continue;
    const result = await failedCall(toolCallId, why);
    await recordOrphanedCalls(account, settings, toolName, result);
    ended.push(nestedEvent(durableEvent('tool.execution_complete', result, timestamp), threadId));
  }
  return ended;
}
