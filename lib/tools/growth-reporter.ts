import { limits } from '../core/limits.ts';

/**
 * Reports to people how far a growing artifact has come: at once, then at most ten times a second, less often
 * if reporting is slow.
 */
export interface GrowthReporter {
  /** Signals new data. Waits while a report is sent: writing and publishing alternate. */
  grew(): Promise<void>;
  /** Stops reporting and waits for the report in progress. */
  stop(): Promise<void>;
}

/** Reporting takes at most one part in this many of the time. */
const shareOfTime = 10;

export function createGrowthReporter(notify: () => Promise<void>, nowMs: () => number): GrowthReporter {
  let timer: NodeJS.Timeout | null = null;
  let telling: Promise<void> = Promise.resolve();
  let dueMs = 0;

  const reportNow = async () => {
    const startedMs = nowMs();
    await notify();
    const endedMs = nowMs();
    dueMs = Math.max(startedMs + limits.partialIntervalMs, endedMs + (endedMs - startedMs) * shareOfTime);
  };

  return {
    async grew() {
      await telling;
      if (timer !== null) return;
      timer = setTimeout(
        () => {
          timer = null;
          telling = reportNow();
        },
        Math.max(0, dueMs - nowMs()),
      );
    },
    async stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      await telling;
    },
  };
}
