import { VitrineError } from '../../core/errors.ts';
import type { NewEvent } from '../../core/events.ts';
import { limits } from '../../core/limits.ts';
import { stateFromLog } from '../../runs/conversation-log.ts';
import type { Services } from '../../services.ts';
import type { Stores } from '../../stores/stores.ts';

/**
 * Does something between two runs: none begins meanwhile, on no process. What it returns is appended to the log.
 * @throws VitrineError `not_possible` while a run is under way
 */
export async function holdConversation(
  { stores, newId, log }: Pick<Services, 'stores' | 'newId' | 'log'>,
  conversationId: string,
  work: () => Promise<NewEvent[]>,
): Promise<void> {
  const leaseToken = newId('run');
  await takeLease(stores, conversationId, leaseToken);
  const renewal = setInterval(() => {
    stores.leases
      .renew(conversationId, leaseToken, limits.leaseMs)
      .catch((error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'));
  }, limits.leaseRenewMs);
  try {
    if (await isBusy(stores, conversationId)) throw busy();
    await stores.events.append(conversationId, await work());
  } finally {
    clearInterval(renewal);
    await stores.leases.release(conversationId, leaseToken);
  }
}

const attempts = 20;
const pauseMs = 100;

/** A run that has just ended holds the lease for a moment more. */
async function takeLease(stores: Stores, conversationId: string, token: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await stores.leases.acquire(conversationId, token, limits.leaseMs)) return;
    if (await isBusy(stores, conversationId)) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw busy();
}

async function isBusy({ events }: Stores, conversationId: string): Promise<boolean> {
  const { activeRunId, queued } = await stateFromLog(events, conversationId);
  return activeRunId !== null || queued.length > 0;
}

const busy = () =>
  new VitrineError('not_possible', 'The agent is at work here: wait for its end, or stop it.');
