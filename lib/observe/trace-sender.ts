import type { Span } from './observer.ts';

export interface TraceSettings {
  /** Of an OTLP receiver, for JSON over HTTP. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
}

/** A span for each activity. */
export interface TraceSender {
  /** Of a run. */
  begin: Span['begin'];
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}

/** Where no traces are sent anywhere. */
export const noTrace: Span = { begin: () => noTrace, end() {} };
