import { type ContinuationObstacle, obstacleTo } from '../core/conversation/continuable.ts';
import type { ConversationState, RunState } from '../core/conversation/conversation-state.ts';
import { continuationOf } from '../core/conversation/reduce/queued.ts';
import { notFound, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { durableEvent, type NewEvent, type RunOutcome } from '../core/vocabulary/events.ts';
import type { ConversationLog } from './conversation-log.ts';
import type { RunSettings } from './run-settings.ts';

const sentences: Record<Exclude<ContinuationObstacle, 'unknown'>, string> = {
  over: 'This run has nothing left to continue',
  deleted: 'The message was deleted',
  gone_on: 'The conversation has gone on since. Send a message',
};

/**
 * What has to be appended to continue a run; `going`: that is queued or running already.
 * @throws VitrineError `not_found`; `not_possible` where it ended well, or the conversation has gone on
 */
export function continuationRequestOf(
  state: ConversationState,
  runId: string,
): { going: string } | { going: null; messageId: string; onceKey: string } {
  const next = continuationOf(state.runs, runId);
  if (next?.status === 'queued' || next?.status === 'running') return { going: next.runId };
  const obstacle = obstacleTo(state, runId);
  const messageId = state.runs[runId]?.messageId;
  if (obstacle === 'unknown' || typeof messageId !== 'string') throw notFound();
  if (obstacle !== null) throw new VitrineError('not_possible', sentences[obstacle]);
  return { going: null, messageId, onceKey: `continue:${runId}` };
}

/**
 * The event that asks for a run to be continued that is about to end as interrupted, where the team wants that; `null`: it is
 * left to people. A run that takes its server along each time is left to them after a few times.
 */
export async function automaticContinuation(
  {
    readContinuesRuns,
    newId,
    nowMs,
  }: Pick<RunSettings, 'newId' | 'nowMs'> & { readContinuesRuns(): Promise<boolean> },
  log: Pick<ConversationLog, 'state' | 'catchUp'>,
  runId: string,
  outcome: RunOutcome,
): Promise<NewEvent | null> {
  if (outcome !== 'interrupted') return null;
  // Whether it is continued must not decide whether its end can be logged.
  const isWanted = await readContinuesRuns().catch(() => false);
  if (!isWanted) return null;
  // Somebody may have stopped it meanwhile.
  await log.catchUp();
  const run = log.state.runs[runId];
  if (!run || run.messageId === null || run.stoppedBy !== null) return null;
  if (timesInARow(log.state.runs, run) >= limits.automaticContinuations) return null;
  const asked = { runId: newId('run'), messageId: run.messageId, continues: runId, by: run.askedBy };
  return durableEvent('run.requested', { ...asked, isAutomatic: true }, new Date(nowMs()).toISOString());
}

/** How many runs up to this one went on without anybody asking. */
function timesInARow(runs: ConversationState['runs'], run: RunState): number {
  let count = 0;
  for (let last: RunState | undefined = run; last?.isAutomatic; last = runs[last.continues ?? '']) count += 1;
  return count;
}
