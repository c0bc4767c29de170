import { noTrace, type TraceSender, type TraceSettings } from './trace-sender.ts';

export interface Tracing extends TraceSender {
  /** Until this has resolved, and without settings, nothing is traced. */
  start(): Promise<void>;
}

/** @param onFailure called once when spans are lost, and again only after a batch has been delivered */
export function createTraces(settings: TraceSettings | null, onFailure: (error: unknown) => void): Tracing {
  let sender: TraceSender = { begin: noTrace.begin, close: async () => {} };
  return {
    begin: (kind, begun, ids) => sender.begin(kind, begun, ids),
    async start() {
      if (settings === null) return;
      // Without a receiver none of the exporter's code is loaded.
      const { openOtlp } = await import('./otlp-traces.ts');
      sender = openOtlp(settings, onFailure);
    },
    close: () => sender.close(),
  };
}
