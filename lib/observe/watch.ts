import type { Logger } from 'pino';
import type { Observer } from '../core/vocabulary/activity.ts';
import type { LedgerEntry } from '../core/vocabulary/ledger/ledger.ts';
import { toolNames } from '../core/vocabulary/tools/tool-profiles.ts';
import { logActivities } from './log-activities.ts';
import { createMetrics, type Metrics, type StoreUse } from './metrics.ts';
import { createObserver } from './observer.ts';
import type { TraceSettings } from './trace-sender.ts';
import { createTraces, type Tracing } from './traces.ts';

/** Observability of a process: the observer of runs, and its listeners. */
export interface Watch {
  observer: Observer;
  metrics: Metrics;
  traces: Tracing;
}

interface Settings {
  log: Logger;
  /** `null`: no traces are sent. */
  otlp: TraceSettings | null;
  models: readonly string[];
}

export function createWatch({ log, otlp, models }: Settings): Watch {
  const metrics = createMetrics({ tools: toolNames, models });
  const traces = createTraces(otlp, (error) => log.warn({ err: error }, 'traces cannot be sent'));
  const observer = createObserver({
    listeners: [metrics, logActivities(log)],
    trace: traces,
    elapsedMs: () => performance.now(),
  });
  return { observer, metrics, traces };
}

/** Logs a failure of the store, and counts it. */
export const logStoreFailure =
  (log: Logger, metrics: Metrics, during: StoreUse, message: string) =>
  (error: unknown): void => {
    metrics.storeFailed(during);
    log.error({ err: error }, message);
  };

interface Ledger {
  /** `false`: the entry exists already. */
  record(entry: LedgerEntry): Promise<boolean>;
}

/** Wraps a ledger so that each new entry is counted. */
export const countedLedger = (ledger: Ledger, metrics: Metrics): Ledger => ({
  async record(entry) {
    const isNew = await ledger.record(entry);
    if (isNew) metrics.recorded(entry);
    return isNew;
  },
});
