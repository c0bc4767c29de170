import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../core/limits.ts';
import { type StoreFault, storeFaultOf } from '../core/vocabulary/store-fault.ts';
import type { AppendOptions, AppendResult, EventStore, Stores } from '../stores/stores.ts';

export interface Patience {
  /** How long requests to a store that accepts nothing are retried before they fail. */
  patienceMs(): number;
  /** The store accepts nothing and is being retried. */
  onFault(fault: StoreFault): void;
}

const firstPauseMs = 100;
const longestPauseMs = 1_000;

/**
 * The stores of a run: while they are away or full, the run's requests are retried for as long as it may keep
 * its lease. An append whose confirmation was lost is recognised as done. Everything else fails at once, as
 * it does for a request that somebody waits for.
 */
export function createPatientStores(stores: Stores, { patienceMs, onFault }: Patience): Stores {
  const { conversations, events, leases, ledger, settings, unread } = stores;

  const patiently = async <T>(work: (isAgain: boolean) => Promise<T>): Promise<T> => {
    let firstFailureMs: number | null = null;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await work(firstFailureMs !== null);
      } catch (error) {
        const fault = storeFaultOf(error);
        if (fault === null) throw error;
        onFault(fault);
        firstFailureMs ??= performance.now();
        if (performance.now() - firstFailureMs >= patienceMs()) throw error;
        await pause(pauseMs);
      }
    }
  };

  /** A lease that expired meanwhile is acquired again, unless another process took it. */
  const appendAsHolder = async (
    conversationId: string,
    added: Parameters<EventStore['append']>[1],
    options: AppendOptions & { leaseToken: string },
  ): Promise<AppendResult> => {
    const attempt = randomUUID();
    return await patiently(async (isAgain) => {
      const append = () => events.append(conversationId, added, { ...options, attempt });
      const result = await append();
      if (!isAgain || result.status !== 'lease_lost') return result;
      const isMine = await leases.renew(conversationId, options.leaseToken, limits.leaseMs);
      return isMine ? await append() : result;
    });
  };

  return {
    ...stores,
    conversations: {
      ...conversations,
      get: (id) => patiently(() => conversations.get(id)),
    },
    events: {
      ...events,
      append: (conversationId, added, options = {}) => {
        const { leaseToken } = options;
        if (leaseToken === undefined) return events.append(conversationId, added, options);
        return appendAsHolder(conversationId, added, { ...options, leaseToken });
      },
      read: (...position) => patiently(() => events.read(...position)),
    },
    leases: { ...leases, setPending: (...pending) => patiently(() => leases.setPending(...pending)) },
    ledger: { ...ledger, sums: (...asked) => patiently(() => ledger.sums(...asked)) },
    settings: { ...settings, get: () => patiently(() => settings.get()) },
    unread: { ...unread, note: (...news) => patiently(() => unread.note(...news)) },
  };
}
