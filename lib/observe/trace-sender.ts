import type { Span } from './observer.ts';

export interface TraceSettings {
  /** URL of an OTLP receiver, for JSON over HTTP. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
}

/** Creates a span for each activity. */
export interface TraceSender {
  /** Starts the span of a run. */
  begin: Span['begin'];
  /** Sends the remaining spans, for at most two seconds. */
  close(): Promise<void>;
}

/** Used where traces are not sent. */
export const noTrace: Span = { begin: () => noTrace, end() {} };
