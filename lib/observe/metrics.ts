import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { runOutcomeSchema } from '../core/vocabulary/events.ts';
import type { LedgerEntry } from '../core/vocabulary/ledger/ledger.ts';
import { createLedgerMetrics } from './ledger-metrics.ts';
import type { Listener } from './observer.ts';
import { createPresentGauges, type PresentFigures } from './present-gauges.ts';

/** Prometheus counters of this process since it started. */
export interface Metrics extends Listener {
  /** Counts an entry that was not in the ledger before. */
  recorded(entry: LedgerEntry): void;
  storeFailed(during: StoreUse): void;
  answered(method: string, status: number): void;
  /** @param entries of the audit log that its collector has not taken yet; `null`: another process sends them, and knows */
  auditUnsent(entries: number | null): void;
  /** Text format 0.0.4. */
  print(now: PresentFigures): Promise<string>;
  contentType: string;
}

export type StoreUse = 'run' | 'ledger' | 'request' | 'search';

/** Known label values; everything else counts as `other`, so that no input creates a new series. */
interface Known {
  tools: readonly string[];
  models: readonly string[];
}

const prefix = 'vitrine_';

export function createMetrics(known: Known): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const toolOf = among(known.tools);
  const modelOf = among(known.models);
  const ledger = createLedgerMetrics(registry, { toolOf, modelOf, tools: known.tools });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: prefix + name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: prefix + name, help, registers });
  const present = createPresentGauges(registry);
  const seconds = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name: `${prefix}${name}_duration_seconds`, help, labelNames, buckets, registers });

  const runs = counter('runs_total', 'Runs that ended, by their outcome.', ['outcome']);
  for (const outcome of runOutcomeSchema.options) runs.inc({ outcome }, 0);
  const active = gauge('runs_active', 'Runs that this process works on.');
  const unsent = gauge(
    'audit_entries_unsent',
    'Entries of the audit log that its collector has not taken yet, as the process knows that sends them: no number of the others, so use max().',
  );
  const failures = counter(
    'store_failures_total',
    'Times the store failed or did not answer, by what it was needed for.',
    ['during'],
  );
  for (const during of ['run', 'ledger', 'request', 'search'] satisfies StoreUse[])
    failures.inc({ during }, 0);
  const answers = counter('http_requests_total', 'Requests to the API that were answered.', [
    'method',
    'status',
  ]);
  const splitSeconds = seconds('split', 'Time from a full result to its view.', [], splitBuckets);
  const toolSeconds = seconds(
    'tool',
    'Time from a tool call to its outcome, split and recorded.',
    ['tool'],
    workBuckets,
  );
  const modelSeconds = seconds(
    'model_call',
    'Time of a call of the model, to the end of its answer.',
    ['model', 'outcome'],
    workBuckets,
  );

  return {
    contentType: registry.contentType,
    recorded: ledger.recorded,
    storeFailed: (during) => failures.inc({ during }),
    answered: (method, status) => answers.inc({ method, status: String(status) }),
    auditUnsent: (entries) => unsent.set(entries ?? Number.NaN),
    began: (kind) => {
      if (kind === 'run') active.inc();
    },
    ended({ kind, begun, ended, durationMs }) {
      const duration = durationMs / 1_000;
      if (kind === 'split') splitSeconds.observe(duration);
      if (kind === 'tool_call') toolSeconds.observe({ tool: toolOf(begun.tool) }, duration);
      if (kind === 'model_call') {
        const outcome = ended?.outcome ?? 'broken_off';
        modelSeconds.observe({ model: modelOf(begun.model), outcome }, duration);
      }
      if (kind !== 'run') return;
      active.dec();
      if (ended && ended.outcome !== 'waiting') runs.inc({ outcome: ended.outcome });
    },
    async print(figures) {
      present.set(figures);
      return await registry.metrics();
    },
  };
}

const among =
  (names: readonly string[]) =>
  (name: string): string =>
    names.includes(name) ? name : 'other';

const splitBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
const workBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
