import { limits } from '#lib/core/limits.ts';
import type { KnownRunner } from '#lib/core/vocabulary/runner-record.ts';
import type { RunnerStore } from '#lib/stores/stores.ts';

export interface KnownRunners {
  /** Reads at most once in a while; while the store does not answer, what it said last holds. */
  read(): Promise<readonly KnownRunner[]>;
  latest(): readonly KnownRunner[];
  /** Counts a runner that did not respond as away, for as long as it may have been one that ended. */
  doubt(address: string): void;
}

export function createKnownRunners(
  store: Pick<RunnerStore, 'list'>,
  onError: (error: unknown) => void,
): KnownRunners {
  let stored: readonly KnownRunner[] = [];
  let reading: Promise<void> | null = null;
  let readMs = Number.NEGATIVE_INFINITY;
  /** Until when, by address. */
  const doubted = new Map<string, number>();
  const read = async (): Promise<void> => {
    try {
      stored = await store.list();
      readMs = performance.now();
    } catch (error) {
      onError(error);
    } finally {
      reading = null;
    }
  };
  const latest = () =>
    stored.map((runner) =>
      (doubted.get(runner.address) ?? 0) > performance.now() ? { ...runner, isAlive: false } : runner,
    );
  return {
    latest,
    async read() {
      if (performance.now() - readMs > limits.runnersKnownMs) {
        reading ??= read();
        await reading;
      }
      return latest();
    },
    doubt: (address) => void doubted.set(address, performance.now() + limits.runnerAliveMs),
  };
}
