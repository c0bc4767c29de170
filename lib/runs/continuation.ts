import type { ConversationState, RunState } from '../core/conversation/conversation-state.ts';
import { continuationOf } from '../core/conversation/reduce/queued.ts';
import { findNode, tipBelow } from '../core/conversation/thread-tree.ts';
import { notFound, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { durableEvent, type RunOutcome } from '../core/vocabulary/events.ts';
import type { ConversationLog } from './conversation-log.ts';
import type { RunSettings } from './run-settings.ts';

/** Of these, what was done stays and something is left to do; of others a person has decided, or nothing is left. */
const unfinished: readonly RunOutcome[] = ['interrupted', 'failed', 'step_limit'];

/**
 * What has to be appended to continue a run; `going`: that is queued or running already.
 * @throws VitrineError `not_found`; `not_possible` where it ended well, or the conversation has gone on
 */
export function continuationRequestOf(
  state: ConversationState,
  runId: string,
): { going: string } | { going: null; messageId: string; onceKey: string } {
  const { runs, tree, queued, activeRunId } = state;
  const run = Object.hasOwn(runs, runId) ? runs[runId] : undefined;
  if (!run || run.messageId === null) throw notFound();
  const next = continuationOf(runs, runId);
  if (next?.status === 'queued' || next?.status === 'running') return { going: next.runId };
  if (!(unfinished as readonly string[]).includes(run.status))
    throw notPossible('This run has nothing left to continue');
  if (next !== null || queued.length > 0 || activeRunId !== null || tipBelow(tree) !== runId)
    throw notPossible('The conversation has gone on since. Send a message');
  const [message] = findNode(tree, run.messageId)?.items ?? [];
  if (message?.kind === 'user' && message.isDeleted) throw notPossible('The message was deleted');
  return { going: null, messageId: run.messageId, onceKey: onceKeyOf(runId) };
}

const notPossible = (text: string) => new VitrineError('not_possible', text);

/** A run is continued once: whoever asks, and however often. */
const onceKeyOf = (runId: string): string => `continue:${runId}`;

/**
 * Asks for a run to be continued that was interrupted, where the team wants that. A run that takes its server along each
 * time is left to people after a few times.
 */
export async function continueAutomatically(
  { readContinuesRuns, newId, nowMs }: Pick<RunSettings, 'readContinuesRuns' | 'newId' | 'nowMs'>,
  log: ConversationLog,
  runId: string,
): Promise<void> {
  const run = log.state.runs[runId];
  if (run?.status !== 'interrupted' || run.messageId === null || run.stoppedBy !== null) return;
  if (timesContinued(log.state.runs, run) >= limits.automaticContinuations) return;
  if (!(await readContinuesRuns())) return;
  const { messageId, askedBy } = run;
  const timestamp = new Date(nowMs()).toISOString();
  const asked = { runId: newId('run'), messageId, continues: runId, by: askedBy, isAutomatic: true as const };
  await log.append([durableEvent('run.requested', asked, timestamp)], { onceKey: onceKeyOf(runId) });
}

/** How many runs before this one it goes on from. */
function timesContinued(runs: ConversationState['runs'], run: RunState): number {
  let count = 0;
  for (let before = run.continues; before !== null; before = runs[before]?.continues ?? null) count += 1;
  return count;
}
