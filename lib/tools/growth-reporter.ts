import { limits } from '../core/limits.ts';

/** Tells people how far a growing artifact has come: at once, then at most ten times a second, and less often where telling is dear. */
export interface GrowthReporter {
  /** Something came. Waits while it is being told: writes and publishing take turns. */
  grew(): Promise<void>;
  /** Ends it and waits for what is under way. */
  stop(): Promise<void>;
}

/** Of the time, telling takes at most one part in this many. */
const shareOfTime = 10;

export function createGrowthReporter(tell: () => Promise<void>, nowMs: () => number): GrowthReporter {
  let timer: NodeJS.Timeout | null = null;
  let telling: Promise<void> = Promise.resolve();
  let dueMs = 0;

  const reportNow = async () => {
    const startedMs = nowMs();
    await tell();
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
