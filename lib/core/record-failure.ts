import type { ErrorCode } from './errors.ts';

/** The last record of an answer that is sent record by record and did not come to its end. */
export interface RecordFailure {
  error: string;
  /** `network`: the server did not say it, since it did not answer. */
  code: ErrorCode | 'network';
}
