import { noTrace, type TraceSender, type TraceSettings } from './trace-sender.ts';

export interface Tracing extends TraceSender {
  /** Before it is there, and without settings, nothing is traced. */
  start(): Promise<void>;
}

/** @param onFailure what could not be sent is lost: told once, until something arrives again */
export function createTraces(settings: TraceSettings | null, onFailure: (error: unknown) => void): Tracing {
  let sender: TraceSender = { begin: noTrace.begin, close: async () => {} };
  return {
    begin: (kind, begun, ids) => sender.begin(kind, begun, ids),
    async start() {
      if (settings === null) return;
      // Where nothing is sent, none of its code is loaded.
      const { openOtlp } = await import('./otlp-traces.ts');
      sender = openOtlp(settings, onFailure);
    },
    close: () => sender.close(),
  };
}
