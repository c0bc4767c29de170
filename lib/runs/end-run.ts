import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { durableEvent, type NewEvent, nestedEvent, type RunOutcome } from '../core/vocabulary/events.ts';
import { endCalls, endEvent } from './agents/end-agent.ts';
import type { Account } from './ledger-entries-of-calls.ts';
import { recordBrokenStep } from './record-step.ts';
import type { RunFailure } from './run-failure.ts';
import type { RunSettings } from './run-settings.ts';

/**
 * Logs the end of a run, only once however often it is called and by whom. Text that was still streaming is
 * kept, and calls without a result get one so that the model's history stays complete; `run.finished` is the
 * last event, but for what it leads to.
 */
export async function endRun(
  settings: Pick<RunSettings, 'ledger' | 'nowMs' | 'viewBudgets' | 'stores' | 'priceOf'>,
  { log, conversation }: Pick<Account, 'log' | 'conversation'>,
  runId: string,
  outcome: RunOutcome,
  failure: RunFailure | null,
  /** What follows from it, in the same moment. */
  next: NewEvent | null = null,
): Promise<void> {
  const timestamp = new Date(settings.nowMs()).toISOString();
  const { live, runs } = log.state;
  const account: Account = {
    runId,
    conversation,
    log,
    model: { id: runs[runId]?.model ?? conversation.model },
    workspace: { name: conversation.workspace },
    author: runs[runId]?.askedBy ?? conversation.createdBy,
    agent: null,
  };
  const isHalfSaid = live !== null && live.text !== '';
  if (isHalfSaid) await recordBrokenStep(account, settings, live.messageId);
  const reason = why(outcome, failure);
  const calls = await endCalls(account, settings, reason, () => true);
  const events: NewEvent[] = [
    ...(isHalfSaid
      ? [durableEvent('assistant.message', { messageId: live.messageId, content: live.text }, timestamp)]
      : []),
    ...calls,
    ...endAgents(log.state, outcome === 'aborted' ? 'aborted' : 'interrupted', reason, timestamp),
    ...(outcome === 'failed' && failure ? [durableEvent('session.error', failure, timestamp)] : []),
    durableEvent('run.finished', { runId, outcome, ...(failure ? { error: failure } : {}) }, timestamp),
    ...(next === null ? [] : [next]),
  ];
  await log.append(events, { onceKey: `finished:${runId}`, dropsLive: true });
}

/** Their run has ended, so nobody works on them any more. */
function endAgents(
  { subAgents }: ConversationState,
  outcome: 'aborted' | 'interrupted',
  error: string,
  timestamp: string,
): NewEvent[] {
  const left = Object.values(subAgents).filter(({ end }) => end === null);
  return left.map((agent) => {
    const durationMs = Math.max(0, Date.parse(timestamp) - Date.parse(agent.startedAt));
    const end = { outcome, error, durationMs, costMicrodollars: null };
    return nestedEvent(endEvent(agent, end, timestamp), agent.parentId);
  });
}

function why(outcome: RunOutcome, failure: RunFailure | null): string {
  if (outcome !== 'interrupted') return 'Stopped before it finished.';
  if (failure === null || failure.code === 'server_ended')
    return 'Interrupted: the server stopped before it finished.';
  return `Interrupted: ${failure.message}`;
}
