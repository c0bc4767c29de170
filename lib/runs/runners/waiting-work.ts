import { nextRun } from '#lib/core/conversation/next-run.ts';
import { blockedReasonOf } from '#lib/core/conversation/permissions.ts';
import { limits } from '#lib/core/limits.ts';
import { ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import type { IdPrefix } from '#lib/core/vocabulary/ids.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { ReadState } from '../state-reader.ts';

interface WaitingWorkNeeds {
  stores: Pick<Stores, 'leases' | 'events'>;
  readState: ReadState;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
}

/** Says to viewers that work waits for somebody who has the files. */
export function createWaitingWork(
  { stores, readState, newId, nowMs }: WaitingWorkNeeds,
  isAway: (conversationId: string) => Promise<boolean>,
) {
  /** Conversations with work that waits: how far the log of each was when its viewers were last notified. */
  const announced = new Map<string, string | null>();
  /** A process that is about to end is no longer alive, and still works. */
  const isWorkedOn = async (conversationId: string): Promise<boolean> => {
    const token = newId('run');
    const isFree = await stores.leases.acquire(conversationId, token, limits.runnersKnownMs);
    if (isFree) await stores.leases.release(conversationId, token);
    return !isFree;
  };
  return {
    async look(conversationId: string): Promise<void> {
      if (!(await isAway(conversationId))) return void announced.delete(conversationId);
      const state = await readState(conversationId);
      // What comes into the log later hides what was said before.
      if (announced.get(conversationId) === state.cursor) return;
      const isUnfinished = state.activeRunId !== null && blockedReasonOf(state) === null;
      const hasWork = nextRun(state) !== null || isUnfinished;
      if (!hasWork || (await isWorkedOn(conversationId))) return void announced.delete(conversationId);
      announced.set(conversationId, state.cursor);
      const now = new Date(nowMs()).toISOString();
      await stores.events.appendLive(conversationId, [ephemeralEvent('runner.away', {}, now)]);
    },
    count: () => announced.size,
    forgetOthers(conversationIds: readonly string[]): void {
      const pending = new Set(conversationIds);
      for (const id of announced.keys()) if (!pending.has(id)) announced.delete(id);
    },
  };
}
