import type { RunOutcome } from '../vocabulary/events.ts';
import type { ConversationState } from './conversation-state.ts';
import { continuationOf } from './reduce/queued.ts';
import { pathThrough, saidItem, type ThreadNode } from './thread-tree.ts';

/** Of these, what was done stays and something is left to do; of others a person has decided, or nothing is left. */
const unfinished: readonly RunOutcome[] = ['interrupted', 'failed', 'step_limit'];

/** Why a run cannot be continued; `null`: it can. */
export type ContinuationObstacle = 'unknown' | 'over' | 'deleted' | 'gone_on';

export function obstacleTo(state: ConversationState, runId: string): ContinuationObstacle | null {
  const { runs, tree, queued, activeRunId } = state;
  const run = Object.hasOwn(runs, runId) ? runs[runId] : undefined;
  if (!run || run.messageId === null) return 'unknown';
  if (!(unfinished as readonly string[]).includes(run.status)) return 'over';
  const message = saidItem(tree, run.messageId);
  if (message?.kind === 'user' && message.isDeleted) return 'deleted';
  const path = pathThrough(tree);
  const at = path.findIndex(({ id }) => id === runId);
  const hasGoneOn =
    at === -1 || activeRunId !== null || queued.length > 0 || continuationOf(runs, runId) !== null;
  return hasGoneOn || !path.slice(at + 1).every(isOfTeam) ? 'gone_on' : null;
}

/** What people wrote to one another changes nothing for the agent. */
const isOfTeam = ({ items: [first] }: ThreadNode): boolean => first?.kind === 'user' && first.runId === null;
