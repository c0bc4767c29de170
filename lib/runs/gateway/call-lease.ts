import { limits } from '#lib/core/limits.ts';
import type { RunSettings } from '../run-settings.ts';

/**
 * Works on a call of a client under a lease of its own: when its process ends, another one notices, and ends the call.
 */
export async function holdCall<T>(
  { stores: { leases }, newId }: Pick<RunSettings, 'stores' | 'newId'>,
  conversationId: string,
  toolCallId: string,
  work: () => Promise<T>,
): Promise<T> {
  const token = newId('run');
  // First: nobody must find the call without somebody who works on it.
  await Promise.all([
    leases.setPending(conversationId, true),
    leases.acquire(toolCallId, token, limits.leaseMs),
  ]);
  const renewal = setInterval(
    () => void leases.renew(toolCallId, token, limits.leaseMs).catch(() => {}),
    limits.leaseRenewMs,
  );
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await leases.release(toolCallId, token).catch(() => {});
  }
}
