import { limits } from '#lib/core/limits.ts';
import type { Services } from '#lib/services.ts';

/**
 * Runs `work` under a lease that all processes respect, named by a conversation's ID or a workspace.
 * @param mayWait asked as long as somebody else has the lease: whether that is about to end
 * @throws the error made by `busy`, when the lease is not released in the time after which it ends by itself
 */
export async function holdLease<T>(
  { stores: { leases }, newId, log }: Pick<Services, 'stores' | 'newId' | 'log'>,
  name: string,
  { mayWait, busy }: { mayWait: () => Promise<boolean>; busy: () => Error },
  work: () => Promise<T>,
): Promise<T> {
  const token = newId('run');
  for (let attempt = 0; !(await leases.acquire(name, token, limits.leaseMs)); attempt += 1) {
    if (attempt === attempts || !(await mayWait())) throw busy();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const renewal = setInterval(() => {
    leases
      .renew(name, token, limits.leaseMs)
      .catch((error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'));
  }, limits.leaseRenewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await leases.release(name, token);
  }
}

const pauseMs = 100;
const attempts = limits.leaseMs / pauseMs;
