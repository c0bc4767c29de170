import { limits } from '#lib/core/limits.ts';
import type { RunSettings } from '../run-settings.ts';

/**
 * Works on a call of a client under a lease of its own: when its process ends, another one notices, and ends the call.
 * @param stop aborted when another has done so: this process did not answer for too long
 */
export async function holdCall<T>(
  { stores: { leases }, newId }: Pick<RunSettings, 'stores' | 'newId'>,
  { conversationId, toolCallId, stop }: { conversationId: string; toolCallId: string; stop: AbortController },
  work: () => Promise<T>,
): Promise<T> {
  const token = newId('run');
  // First: nobody must find the call without somebody who works on it.
  await Promise.all([
    leases.setPending(conversationId, true),
    leases.acquire(toolCallId, token, limits.leaseMs),
  ]);
  const renewal = setInterval(async () => {
    const isMine = await leases.renew(toolCallId, token, limits.leaseMs).catch(() => true);
    if (!isMine) stop.abort();
  }, limits.leaseRenewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await leases.release(toolCallId, token).catch(() => {});
  }
}
