import { durableEvent, type NewEvent, type RunOutcome } from '../core/vocabulary/events.ts';
import { failedCall } from '../tools/failed-call.ts';
import { type Account, recordOrphanedCalls } from './ledger-entries-of-calls.ts';
import { recordBrokenStep } from './record-step.ts';
import type { RunFailure } from './run-failure.ts';
import type { RunSettings } from './run-settings.ts';

/**
 * Logs the end of a run, only once however often it is called and by whom. Text that was still streaming is
 * kept, and calls without a result get one so that the model's history stays complete; `run.finished` is the
 * last event.
 */
export async function endRun(
  settings: Pick<RunSettings, 'ledger' | 'nowMs' | 'viewBudgets' | 'stores' | 'priceOf'>,
  { log, conversation }: Pick<Account, 'log' | 'conversation'>,
  runId: string,
  outcome: RunOutcome,
  failure: RunFailure | null,
): Promise<void> {
  const timestamp = new Date(settings.nowMs()).toISOString();
  const { live, runs, toolCalls } = log.state;
  const account: Account = {
    runId,
    conversation,
    log,
    model: { id: runs[runId]?.model ?? conversation.model },
    workspace: { name: conversation.workspace },
    author: runs[runId]?.askedBy ?? conversation.createdBy,
  };
  const isHalfSaid = live !== null && live.text !== '';
  if (isHalfSaid) await recordBrokenStep(account, settings, live.messageId);
  const ended: NewEvent[] = [];
  for (const { toolCallId, toolName, status } of Object.values(toolCalls)) {
    if (status === 'complete') continue;
    const result = await failedCall(toolCallId, why(outcome, failure));
    await recordOrphanedCalls(account, settings, toolName, result);
    ended.push(durableEvent('tool.execution_complete', result, timestamp));
  }
  const events: NewEvent[] = [
    ...(isHalfSaid
      ? [durableEvent('assistant.message', { messageId: live.messageId, content: live.text }, timestamp)]
      : []),
    ...ended,
    ...(outcome === 'failed' && failure ? [durableEvent('session.error', failure, timestamp)] : []),
    durableEvent('run.finished', { runId, outcome, ...(failure ? { error: failure } : {}) }, timestamp),
  ];
  await log.append(events, { onceKey: `finished:${runId}`, dropsLive: true });
}

function why(outcome: RunOutcome, failure: RunFailure | null): string {
  if (outcome !== 'interrupted') return 'Stopped before it finished.';
  if (failure === null || failure.code === 'server_ended')
    return 'Interrupted: the server stopped before it finished.';
  return `Interrupted: ${failure.message}`;
}
