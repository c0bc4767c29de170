import { durableEvent, type NewEvent, type RunOutcome } from '../core/events.ts';
import { failedCall } from '../tools/failed-call.ts';
import type { ConversationLog } from './conversation-log.ts';
import type { RunFailure } from './run-failure.ts';

/**
 * Writes the end of a run, once however often it is called and by whom: text that was still streaming is kept, calls
 * without a result get one, so that the model's history stays whole, and `run.finished` is the last word.
 */
export async function endRun(
  log: ConversationLog,
  runId: string,
  outcome: RunOutcome,
  failure: RunFailure | null,
  timestamp: string,
): Promise<void> {
  const { live } = log.state;
  const unfinished = Object.values(log.state.toolCalls).filter((call) => call.status !== 'complete');
  const why =
    outcome === 'interrupted'
      ? 'Interrupted: the server stopped before it finished.'
      : 'Stopped before it finished.';
  const ended = await Promise.all(unfinished.map((call) => failedCall(call.toolCallId, why)));
  const events: NewEvent[] = [
    ...(live && live.text !== ''
      ? [durableEvent('assistant.message', { messageId: live.messageId, content: live.text }, timestamp)]
      : []),
    ...ended.map((outcome) => durableEvent('tool.execution_complete', outcome, timestamp)),
    ...(outcome === 'failed' && failure ? [durableEvent('session.error', failure, timestamp)] : []),
    durableEvent('run.finished', { runId, outcome, ...(failure ? { error: failure } : {}) }, timestamp),
  ];
  await log.append(events, { onceKey: `finished:${runId}`, dropsLive: true });
}
