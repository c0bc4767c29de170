import { limits } from '#lib/core/limits.ts';
import type { KnownRunner } from '#lib/core/vocabulary/runner-record.ts';
import type { RunnerStore } from '#lib/stores/stores.ts';

export interface KnownRunners {
  /** Reads at most once in a while; while the store does not answer, what it said last holds. */
  read(): Promise<readonly KnownRunner[]>;
  latest(): readonly KnownRunner[];
  /** Prefers the others for a while: this one did not respond. */
  avoid(address: string): void;
  isAvoided(runner: Pick<KnownRunner, 'address'>): boolean;
}

export function createKnownRunners(
  store: Pick<RunnerStore, 'list'>,
  onError: (error: unknown) => void,
): KnownRunners {
  let latest: readonly KnownRunner[] = [];
  let reading: Promise<void> | null = null;
  let readMs = Number.NEGATIVE_INFINITY;
  /** Until when, by address. */
  const avoided = new Map<string, number>();
  const read = async (): Promise<void> => {
    try {
      latest = await store.list();
      readMs = performance.now();
    } catch (error) {
      onError(error);
    } finally {
      reading = null;
    }
  };
  return {
    latest: () => latest,
    async read() {
      if (performance.now() - readMs > limits.runnersKnownMs) {
        reading ??= read();
        await reading;
      }
      return latest;
    },
    avoid: (address) => void avoided.set(address, performance.now() + limits.runnerAvoidedMs),
    isAvoided: ({ address }) => (avoided.get(address) ?? 0) > performance.now(),
  };
}
