import { VitrineError } from '#lib/core/errors.ts';
import type { NewEvent } from '#lib/core/vocabulary/events.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import type { Services } from '#lib/services.ts';
import { holdLease } from './hold-lease.ts';

/**
 * Runs `work` while no run of the conversation can start, in any process. The events it returns are appended
 * to the log.
 * @throws VitrineError `not_possible` while a run is under way
 */
export async function holdConversation(
  services: Pick<Services, 'stores' | 'newId' | 'log' | 'runner'>,
  conversationId: string,
  work: () => Promise<NewEvent[]>,
): Promise<void> {
  const { events } = services.stores;
  const isBusy = async () => {
    const { activeRunId, queued } = await stateFromLog(events, conversationId);
    return activeRunId !== null || queued.length > 0;
  };
  // A run that has just ended keeps the lease for a moment longer.
  const mayWait = async () => !(await isBusy());
  try {
    await holdLease(services, conversationId, { mayWait, busy }, async () => {
      if (await isBusy()) throw busy();
      await events.append(conversationId, await work());
    });
  } finally {
    // A message that arrived meanwhile found the lease taken.
    services.runner.wake(conversationId);
  }
}

export const busy = () =>
  new VitrineError('not_possible', 'The agent is still working here. Wait until it is done, or stop it.');
